import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatDate } from '../../../core/br/date-text'
import type { Mark } from '../../../core/banking/paper/marks'
import { ITEM } from '../../../core/fields/financeiro/remessa-pagamento'
import { type GuideProof, guideMarks, proofMarks } from '../../../core/fiscal/gnre/paper'
import { gnreLife } from '../../../core/lifecycle/gnre'
import { numbersOf } from '../../../core/lifecycle/standing'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { Download } from '../../platform/download'
import { intArray, visibleFilter, whereOf } from '../../platform/engine/query'
import { badRequest } from '../../platform/errors'
import { idListOf } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { gnre } from './gnre'
import { askedGuides, assertThere, drawn, guideRows, money, MOST, paperOf, said } from './print'

const PAID = numbersOf(gnreLife, ['paga', 'restituir'])

/** Guides of one mail: a note has one a state and tax. */
const MOST_OF_NOTE = 20

const living = sql`p.documento = 'gnre' and p.documento_id = t.id and p."dhCancelamento" is null`

/** How the payable of a guide `t` was settled: what was taken back counts no more. The authentication is that of the payment that the bank told of. */
const PAYMENT = sql`, (select p."vPago" from contas_pagar p where ${living} order by p.id desc limit 1) as paid_value,
  (select max(m."dMovimento")::text from movimento_financeiro m join contas_pagar p on p.id = m.contas_pagar_id
    where ${living} and m.evento in ('baixa', 'compensacao') and m.estorno_de is null and not exists (select from movimento_financeiro e where e.estorno_de = m.id)) as paid_on,
  (select string_agg(distinct b.descricao, ', ') from caixa_lancamento c join contas_pagar p on p.id = c.contas_pagar_id join banco b on b.id = c.banco_id
    where ${living} and c.evento = 'baixa' and c.estorno_de is null and not exists (select from caixa_lancamento e where e.estorno_de = c.id)) as paid_from,
  (select jsonb_build_object('authentication', i.autenticacao, 'number', i.nosso_numero) from remessa_pagamento_conta i join contas_pagar p on p.id = i.conta_pagar_id
    where ${living} and i.situacao = ${ITEM.PAGO} order by i.id desc limit 1) as bank`

const bankSaid = v.fallback(v.object({ authentication: v.nullable(v.string()), number: v.nullable(v.string()) }), {
  authentication: null,
  number: null,
})

function proofOf(row: Row): GuideProof {
  const { authentication, number } = v.parse(bankSaid, row.bank)
  return {
    day: formatDate(said(row.paid_on)),
    value: money(row.paid_value),
    account: said(row.paid_from),
    authentication: said(authentication),
    number: said(number),
  }
}

/** Proofs that guides were paid, a sheet each, in one file. Throws 404, and 400 `cancelled`, `not_paid` where one of them was not paid. */
export const comprovante = action(gnre, 'comprovante', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: `O comprovante de pagamento das guias pagas, num só PDF: dia, valor, conta e autenticação do banco. Até ${MOST}.`,
  input: v.object({ ids: idListOf(MOST) }),
  answer: 'PDF',
  ask: async ({ ctx, input: { ids } }) => {
    const rows = await guideRows(ctx, askedGuides(ctx, ids), PAYMENT)
    assertThere(rows, ids)
    const owed = rows.find(({ status }) => !PAID.includes(Number(status)))
    if (owed) throw badRequest(`A guia nº ${Number(owed.id)} ainda não foi paga.`, 'not_paid')
    return () => drawn(rows.map((row) => proofMarks(paperOf(row), proofOf(row))))
  },
  run: ({ input: { ids }, asked }) =>
    Promise.resolve(new Download(`comprovante-gnre-${ids.length === 1 ? ids[0] : 'lote'}`, 'pdf', asked)),
})

/** Guides that the state has made and nobody let go. */
const MADE = numbersOf(gnreLife, ['pronta', 'a_pagar', 'paga', 'restituir'])

/** Sheets that go with the papers of notes, by note: each of its guides, and after it the proof where it was paid. */
export async function guideSheetsOf(
  ctx: Ctx,
  notes: readonly number[],
): Promise<ReadonlyMap<number, readonly (readonly Mark[])[]>> {
  const where = sql`${whereOf([
    ...visibleFilter(ctx, gnre),
    sql`t.nfe_id = any (${intArray(notes)}::int[]) and t.status = any (${intArray(MADE)}::int[]) and t."nossoNumero" is not null`,
  ])} order by t.nfe_id, t.id limit ${MOST_OF_NOTE * notes.length}`
  const sheets = new Map<number, (readonly Mark[])[]>()
  for (const row of await guideRows(ctx, where, PAYMENT)) {
    const own = sheets.get(Number(row.nfe_id)) ?? []
    const paper = paperOf(row)
    own.push(guideMarks(paper), ...(PAID.includes(Number(row.status)) ? [proofMarks(paper, proofOf(row))] : []))
    sheets.set(Number(row.nfe_id), own)
  }
  return sheets
}

/** A guide that was paid, as what goes along with its note. */
export interface PaidGuide {
  /** Without what a file's name ends with. */
  readonly name: string
  /** The guide's paper, and the proof after it. */
  readonly draw: () => Promise<Uint8Array>
}

/** The paid guides of a note: drawn afterwards, while nothing of the database is held. */
export async function paidGuidesOf(ctx: Ctx, nfe_id: number): Promise<readonly PaidGuide[]> {
  const where = sql`${whereOf([...visibleFilter(ctx, gnre), sql`t.nfe_id = ${nfe_id} and t.status = any (${intArray(PAID)}::int[])`])} order by t.id limit ${MOST_OF_NOTE}`
  const rows = await guideRows(ctx, where, PAYMENT)
  return rows.map((row) => ({
    name: `gnre-${said(row.nossoNumero)}`,
    draw: () => drawn([guideMarks(paperOf(row)), proofMarks(paperOf(row), proofOf(row))]),
  }))
}
