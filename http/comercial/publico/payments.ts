import { sql } from 'drizzle-orm'
import { formatLine } from '../../../core/banking/boleto'
import { formatDate } from '../../../core/br/date-text'
import { formatCurrency } from '../../../core/br/number'
import { GIVEN } from '../../financeiro/boleto/given'
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
  /** The boleto that pays it, and its line as it is typed. */
  readonly boleto: { readonly id: number; readonly line: string } | null
}

const told = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The instalments of the sale that a quote became; none of a sale that was cancelled. */
export async function paymentsOf(ctx: Ctx, venda_id: number | null): Promise<readonly Payment[]> {
  if (venda_id === null) return []
  const rows = await rowsOf(
    ctx,
    sql`select d.n, d."dVencimento", d."vDup", p.descricao, ${OWED} as valor, ${PIX_BY_METHOD}, k.url, g.id as boleto_id, g.linha_digitavel, g.pix as boleto_pix from venda_duplicata d ${OWING}
        left join lateral (select b.id, b.linha_digitavel, b.pix from boleto b where ${GIVEN} order by b.id desc limit 1) g on true
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
      // The bank knows by its own code what was paid.
      pix: isPaid ? null : (told(row.boleto_pix) ?? pixCodeOf(row.pix)),
      url: told(row.url),
      boleto:
        row.boleto_id === null ? null : { id: Number(row.boleto_id), line: formatLine(String(row.linha_digitavel)) },
    }
  })
}

/** A page draws so many codes; what is due later has its own when those are paid. */
const MOST_CODES = 3

/** The instalments, which are paid, and how the next ones are. `slips` is where boletos are read, by their number. */
export function paymentsHtml(list: readonly Payment[], slips: string): string {
  if (list.length === 0) return ''
  const coded = list.filter(({ pix }) => pix !== null).slice(0, MOST_CODES)
  return `<section><h2>Pagamento</h2><ul class="rows">${list.map(rowHtml).join('')}</ul>${list.map(linkHtml).join('')}${list.map((one) => slipHtml(one, slips)).join('')}${coded.map(codeHtml).join('')}</section>`
}

const rowHtml = ({ n, due, method, amount, isPaid }: Payment): string =>
  `<li><span>${safe(`${n} · ${due}`)}<br><small class="soft">${safe(method)}</small></span><span class="n">${safe(amount)}<br><small${isPaid ? ' class="paid"' : ' class="soft"'}>${isPaid ? 'Pago' : 'A pagar'}</small></span></li>`

const linkHtml = ({ n, url }: Payment): string =>
  url === null ? '' : `<p><a class="file" rel="noreferrer" href="${safe(url)}">Pagar a parcela ${safe(n)}</a></p>`

function slipHtml({ n, due, amount, boleto }: Payment, slips: string): string {
  if (boleto === null) return ''
  const { id, line } = boleto
  return `<details><summary>Pagar a parcela ${safe(n)} com boleto</summary><p>${safe(`${amount} até ${due}. Copie a linha para o aplicativo do seu banco:`)}</p><p class="code">${safe(line)}</p><a class="file" href="${safe(`${slips}/${id}`)}">Baixar o boleto em PDF</a></details>`
}

function codeHtml({ n, due, amount, pix }: Payment, at: number): string {
  if (pix === null) return ''
  return `<details${at === 0 ? ' open' : ''}><summary>Pagar a parcela ${safe(n)} com Pix</summary><p>${safe(`${amount} até ${due}. Leia o código com o aplicativo do seu banco, ou copie-o:`)}</p>${qrSvg(pix, `QR code Pix da parcela ${n}`)}<p class="code">${safe(pix)}</p></details>`
}
