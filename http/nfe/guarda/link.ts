import { sealedLinks } from '../../sis/sealed-link'
import type { GuardaFiscal } from './guarda-fiscal'

/** Where an accountant fetches a file. */
export const keepingLinks = sealedLinks('guarda.link', '/publico/guarda')

/** Days that a link is good for. */
export const LINK_DAYS = 30

const DAY_MS = 86_400_000

/** Is a link of this moment still good? */
export const isGood = ({ dhLink }: Pick<GuardaFiscal, 'dhLink'>, now: string): boolean =>
  dhLink !== null && Date.parse(now) - Date.parse(dhLink) < LINK_DAYS * DAY_MS
