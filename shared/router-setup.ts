import * as z from 'zod/mini';
import { entity, LocalizedText } from './entity.ts';

const ShortcutsAccess = z.enum(['SHORTCUTS_ACCESS_FREE', 'SHORTCUTS_ACCESS_PREMIUM']);

export const Cluster = entity({
  id: z.string(),
  hostname: z.string(),
  location: entity({ longitude: z.number(), latitude: z.number(), countryCode: z.string(), city: z.string() }),
  protocols: z.array(entity({ port: z.int(), protocol: z.enum(['OpenVPN_TCP', 'IKEv2', 'Hysteria2']) })),
  loadIndex: z.nullish(z.number()),
  capacity: z.nullish(z.number()),
});
export type Cluster = z.infer<typeof Cluster>;

export const Shortcut = entity({
  id: z.string(),
  title: LocalizedText,
  description: z.nullish(LocalizedText),
  images: z.nullish(entity({ icon: z.nullish(z.string()) })),
  shortcuts_access: ShortcutsAccess,
  clusters: z.array(Cluster),
});
export type Shortcut = z.infer<typeof Shortcut>;

/** Both spellings of `shortcut_type` occur; `readShortcutType` normalizes them. `payload` can have any shape. */
export const ShortcutGroup = entity({
  group_id: z.string(),
  slug: z.string(),
  title: LocalizedText,
  description: z.nullish(LocalizedText),
  images: z.nullish(entity({ header: z.nullish(z.string()) })),
  shortcuts_access: ShortcutsAccess,
  shortcut_type: z.enum([
    'SHORTCUTS_TYPE_COUNTRY_PICKER',
    'COUNTRY_PICKER',
    'SHORTCUTS_TYPE_STREAMING',
    'STREAMING',
    'SHORTCUTS_TYPE_DEFAULT',
    'DEFAULT',
  ]),
  shortcuts: z.array(Shortcut),
  payload: z.optional(z.unknown()),
});
export type ShortcutGroup = z.infer<typeof ShortcutGroup>;

/** The shortcut catalog. The unit of `cache_ttl` is not documented. product.md §3, §9 */
export const RouterSetup = entity({
  cache_ttl: z.nullish(z.union([z.number(), z.string()])),
  shortcut_groups: z.array(ShortcutGroup),
  optimal_location: z.nullish(
    entity({
      id: z.string(),
      shortcuts_access: ShortcutsAccess,
      cluster: entity({ id: z.string(), location: entity({ city: z.string() }) }),
    }),
  ),
});
export type RouterSetup = z.infer<typeof RouterSetup>;

/** general: no protection, security: Threat Shield, adblock: DNS Adblock, adsec: both. product.md §4 */
export const Enhancer = z.enum(['general', 'security', 'adblock', 'adsec']);
export type Enhancer = z.infer<typeof Enhancer>;

export const RouterDraft = z.object({
  shortcut_group_id: z.string(),
  shortcut_id: z.string(),
  cluster_id: z.string(),
  enhancer: Enhancer,
  router_model: z.literal('router'),
  router_name: z.string().check(z.minLength(1), z.maxLength(50)),
});
export type RouterDraft = z.infer<typeof RouterDraft>;

export const RouterConfigurationRequest = z.object({ device_id: z.string().check(z.minLength(1)) });
export type RouterConfigurationRequest = z.infer<typeof RouterConfigurationRequest>;

/** An existing router's setup. `router_configuration` is the file's text, empty or missing if none is stored. */
export const RouterConfiguration = entity({
  shortcut_group_id: z.string(),
  shortcut_id: z.string(),
  cluster_id: z.string(),
  enhancer: Enhancer,
  node_login: z.string(),
  node_password: z.string(),
  router_configuration: z.nullish(z.string()),
});
export type RouterConfiguration = z.infer<typeof RouterConfiguration>;

export const CreatedRouter = entity({
  router_configuration: z.string(),
  device_id: z.string(),
  node_login: z.string(),
  node_password: z.string(),
});
export type CreatedRouter = z.infer<typeof CreatedRouter>;
