/** The router firmware that the product supports. Its names are not translated. product.md §2 */
export const routerFirmware = { asuswrt: 'AsusWRT', ddwrt: 'DD-WRT', openwrt: 'OpenWRT', tomato: 'Tomato' } as const;
