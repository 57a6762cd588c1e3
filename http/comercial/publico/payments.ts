import { sql } from 'drizzle-orm'
import { formatDate } from '../../../core/br/date-text'
import { formatCurrency } from '../../../core/br/number'
import { type Ctx, rowsOf } from '../../platform/context'
import { escapeHtml as safe } from '../../platform/html'
import { qrSvg } from '../../platform/qr-svg'
import { pixCodeOf } from '../../relatorios/pix'
import { OWED, OWING, PIX_BY_METHOD } from '../venda/owed'

/** How an instalment of what was bought stands, as its customer reads it. */
export interface Payment {
  readonly n: string
  readonly due: string
  readonly method: string
  /** What is still owed; what it was, once it is paid. */
  readonly amount: string
  readonly isPaid: boolean
  readonly pix: string | null
  /** The page of the company's payment service, where it was asked for one. */
  readonly url: string | null
}

/** The instalments of the sale that a quote became; none of a sale that was cancelled. */
export async function paymentsOf(ctx: Ctx, venda_id: number | null): Promise<readonly Payment[]> {
  if (venda_id === null) return []
  const rows = await rowsOf(
    ctx,
    sql`select d.n, d."dVencimento", d."vDup", p.descricao, ${OWED} as valor, ${PIX_BY_METHOD}, k.url from venda_duplicata d ${OWING}
        left join link_pagamento k on k.venda_duplicata_id = d.id and k.situacao = 'aberto' and k.valor = ${OWED}
        where d.venda_id = ${venda_id} and s."dhCancelamento" is null order by d."dVencimento", d.id`,
  )
  return rows.map((row) => {
    const isPaid = Number(row.valor) <= 0
    return {
      n: String(row.n),
      due: formatDate(String(row.dVencimento)),
      method: String(row.descricao ?? ''),
      amount: formatCurrency(String(isPaid ? row.vDup : row.valor)),
      isPaid,
      pix: isPaid ? null : pixCodeOf(row.pix),
      url: typeof row.url === 'string' ? row.url : null,
    }
  })
}

/** A page draws so many codes; what is due later has its own when those are paid. */
const MOST_CODES = 3

/** The instalments, which are paid, and how the next ones are. */
export function paymentsHtml(list: readonly Payment[]): string {
  if (list.length === 0) return ''
  const coded = list.filter(({ pix }) => pix !== null).slice(0, MOST_CODES)
  return `<section><h2>Pagamento</h2><ul class="rows">${list.map(rowHtml).join('')}</ul>${list.map(linkHtml).join('')}${coded.map(codeHtml).join('')}</section>`
}

const rowHtml = ({ n, due, method, amount, isPaid }: Payment): string =>
  `<li><span>${safe(`${n} · ${due}`)}<br><small class="soft">${safe(method)}</small></span><span class="n">${safe(amount)}<br><small${isPaid ? ' class="paid"' : ' class="soft"'}>${isPaid ? 'Pago' : 'A pagar'}</small></span></li>`

const linkHtml = ({ n, url }: Payment): string =>
  url === null ? '' : `<p><a class="file" rel="noreferrer" href="${safe(url)}">Pagar a parcela ${safe(n)}</a></p>`

function codeHtml({ n, due, amount, pix }: Payment, at: number): string {
  if (pix === null) return ''
  return `<details${at === 0 ? ' open' : ''}><summary>Pagar a parcela ${safe(n)} com Pix</summary><p>${safe(`${amount} até ${due}. Leia o código com o aplicativo do seu banco, ou copie-o:`)}</p>${qrSvg(pix, `QR code Pix da parcela ${n}`)}<p class="code">${safe(pix)}</p></details>`
}
