import { addDays } from '../../../core/br/civil-date'
import type { Ctx } from '../../platform/context'
import { noticeLink } from '../../sis/notificacao/values'
import { sealedLinks } from '../../sis/sealed-link'
import type { OrcamentoRecord } from '../shared-actions'
import { orcamento } from './orcamento'

/** Where a customer reads a quote. */
export const quoteLinks = sealedLinks('orcamento.link', '/publico/orcamento')

/** A quote that names no last day is read by its link for so many days. */
const DAYS = 30

/** The last day of a quote's link: the quote's own, or so many days after the link was made. */
export const lastDay = ({ timeZone }: Pick<Ctx, 'timeZone'>, { dValidade, dhLink }: OrcamentoRecord): string =>
  dValidade ?? addDays(new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(dhLink ?? 0)), DAYS)

// Templates name the link of a quote that has one.
noticeLink(orcamento, (ctx, record) => (record.dhLink === null ? undefined : quoteLinks.addressOf(ctx, record)))
