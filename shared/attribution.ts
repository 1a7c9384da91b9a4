/** The values that say where a visitor came from. `irclickid` in an address fills `clickid` where that is absent. product.md §3, decisions.md §4 */
export const attributionNames = [
  'funnel',
  'clickid',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'ad_set',
  'shortcut',
  'adgroupid',
  'app-identity',
  'code',
  'plan',
  'registration_source',
] as const;
