/** Query parameters kept as attribution. `irclickid` is used as `clickid` if that is absent. product.md §3 */
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
