import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { checkPagamento } from '../../../core/banking/pagamento/write-pagamento'
import { addDays } from '../../../core/br/civil-date'
import { formaOf, paymentOf } from '../../../core/banking/pagamento/favoured'
import { LIVE_ITEM, NONE_CHOSEN, RETRIED } from '../../../core/fields/financeiro/remessa-pagamento'
import { decimal } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { addLines, createRecord } from '../../platform/engine/create'
import { audit } from '../../platform/engine/audit'
import { intArray } from '../../platform/engine/query'
import { remove } from '../../platform/engine/remove'
import { announce, load } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import { dateInput, identifier, idListOf, nothing } from '../../platform/inputs'
import { lockNames } from '../../platform/locks'
import type { Row } from '../../platform/resource'
import { banco } from '../caixa'
import { suspectedOf } from '../dda/suspected'
import { type Source, sourcesOf } from './favoured'
import { type Account, NO_FORM, payerOf } from './order'
import type { Item } from './item'
import { type Remittance, remessaPagamento, remessaPagamentoConta } from './remessa-pagamento'

/** What goes into a remittance: payables that are open, refused items that are tried again. */

const MOST = 500

const candidate = v.object({
  id: v.number(),
  xNome: v.string(),
  numero: v.nullable(v.string()),
  dVencimento: v.string(),
  vSaldo: v.number(),
  forma: v.nullable(v.string()),
  faltas: v.array(v.string()),
})

/** Open payables that no item pays yet, with what is missing to pay each by a file. */
export const contasAbertas = action(remessaPagamento, 'contasAbertas', {
  on: 'record',
  right: 'read',
  reads: true,
  summary:
    'As contas a pagar em aberto que vencem até o dia e não estão em outra remessa, cada uma com a forma e o que falta para pagá-la por arquivo.',
  input: v.object({ ate: v.optional(v.nullable(dateInput)) }),
  answer: v.object({ data: v.array(candidate), total: v.number() }),
  run: async ({ ctx, record, input }) => {
    const until = input.ate ?? record.dPagamento
    const rows = await rowsOf(
      ctx,
      sql`select p.id, p.numero from contas_pagar p where p.empresa_id = ${record.empresa_id} and p."vSaldo" > 0 and p."dhCancelamento" is null and p."tpConta" not in (4, 11)
            and coalesce(p."tpPagamento", 0) not in (8, 9, 10) and p."dVencimento" <= ${until}::date
            and not exists (select from remessa_pagamento_conta i where i.conta_pagar_id = p.id and i.situacao = any (${intArray(LIVE_ITEM)}::int[]))
          order by p."dVencimento", p.id limit ${MOST}`,
    )
    const account = await load(ctx, banco, record.banco_id)
    const sources = await sourcesOf(
      ctx,
      rows.map((row) => Number(row.id)),
    )
    const missing = await missingOf(ctx, record, account, [...sources.values()])
    const suspected = await suspectedOf(ctx, [...sources.keys()])
    const data = rows.flatMap(({ id, numero }) => {
      const one = sources.get(Number(id))
      if (!one) return []
      const { forma = null, faltas = [] } = missing.get(one.id) ?? {}
      const fraud = suspected.get(one.id)
      return [
        {
          id: one.id,
          xNome: one.nome,
          numero: typeof numero === 'string' ? numero : null,
          dVencimento: one.dVencimento,
          vSaldo: Number(one.vSaldo),
          forma,
          faltas: fraud === undefined ? faltas : [`Possível fraude. ${fraud}`, ...faltas],
        },
      ]
    })
    return { data, total: data.length }
  },
})

/** What the bank would refuse of each payable, as it stands now. */
async function missingOf(ctx: Ctx, { dPagamento }: Remittance, account: Account, sources: readonly Source[]) {
  const pagador = await payerOf(ctx, account)
  const formas = sources.map((one) => formaOf(one.tpPagamento, one, account.codigo ?? ''))
  const pagamentos = sources.flatMap((one, at) => {
    const forma = formas[at]
    const { vSaldo: valor, dVencimento: vencimento } = one
    const paying = { seu_numero: String(one.id), data: dPagamento, vencimento, valor, juros: '0.00', desconto: '0.00' }
    return forma === undefined ? [] : [paymentOf({ ...paying, forma }, one)]
  })
  const order = { banco: account.codigo ?? '', pagador, sequencia: 1, data: ctx.clock.today(), hora: '00:00:00' }
  const faults = Map.groupBy(checkPagamento({ ...order, pagamentos }), (one) => one.seu_numero)
  return new Map(
    sources.map((one, at) => {
      // Without its first words, which name the payment by a number that it does not have yet.
      const own = (faults.get(String(one.id)) ?? []).map(({ mensagem }) => mensagem.replace(/^Pagamento [^:]+: /, ''))
      const forma = formas[at] ?? null
      return [one.id, { forma, faltas: forma === null ? [NO_FORM] : own }] as const
    }),
  )
}

/** Adds rows to an open remittance, by the rules of its list. Answers them as they are stored. */
async function addItems(ctx: Ctx, head: Remittance, rows: readonly object[], acao: string): Promise<Row[]> {
  const stored = await addLines(
    ctx,
    remessaPagamentoConta,
    head,
    rows.map((row) => ({ ...row, remessa_pagamento_id: head.id, empresa_id: head.empresa_id })),
  )
  await audit(
    ctx,
    stored.map((record) => ({ resource: remessaPagamentoConta, record, before: undefined, acao })),
  )
  await announce(ctx, remessaPagamento, head.id)
  return stored
}

/** Adds payables, all or none (T3-038). Throws 400 `no_rows` where none is chosen. */
export const addContas = action(remessaPagamento, 'addContas', {
  on: 'record',
  right: 'edit',
  writes: 'remessa_pagamento_conta_list',
  summary: 'Inclui contas a pagar na remessa, todas ou nenhuma, cada uma pelo saldo e pela forma que ela diz.',
  input: v.object({ ids: v.optional(v.nullable(v.union([idListOf(MOST), v.array(v.never())]))) }),
  run: async ({ ctx, record, input }) => {
    const ids = input.ids ?? []
    if (ids.length === 0) throw badRequest(NONE_CHOSEN, 'no_rows')
    await addItems(
      ctx,
      record,
      ids.map((conta_pagar_id) => ({ conta_pagar_id })),
      'create',
    )
  },
})

/** Takes a line off a remittance that is a draft (E3-082). */
export const deleteIntencaoCliente = action(remessaPagamento, 'deleteIntencaoCliente', {
  on: 'record',
  right: 'edit',
  writes: 'remessa_pagamento_conta_list',
  summary: 'Exclui o pagamento da remessa.',
  input: v.object({ remessa_pagamento_conta_id: identifier }),
  answer: v.object({ message: v.string() }),
  run: async ({ ctx, record, input: { remessa_pagamento_conta_id } }) => {
    const item = await load(ctx, remessaPagamentoConta, remessa_pagamento_conta_id)
    if (item.remessa_pagamento_id !== record.id) throw notFound()
    return remove(ctx, remessaPagamentoConta, item.id)
  },
})

/** The same by the line itself. */
export const deleteIntencaoClienteConta = action(remessaPagamentoConta, 'deleteIntencaoCliente', {
  on: 'record',
  right: 'edit',
  writes: 'remessa_pagamento_conta_list',
  summary: 'Exclui o pagamento da remessa.',
  input: nothing,
  answer: v.object({ message: v.string() }),
  run: ({ ctx, record }) => remove(ctx, remessaPagamentoConta, record.id),
})

/** The draft of the same account that was begun last, else a new one. */
async function draftOf(
  ctx: Ctx,
  { remessa_pagamento_id }: Item,
  wanted: number | null | undefined,
): Promise<Remittance> {
  const from = await load(ctx, remessaPagamento, remessa_pagamento_id)
  if (wanted) {
    const told = await load(ctx, remessaPagamento, wanted, { lock: true })
    if (told.status !== 0) throw badRequest('Escolha uma remessa em rascunho.', 'not_draft')
    return told
  }
  // Two at once use the same; one that is approved meanwhile is a draft no more.
  await lockNames(ctx.db, [`remessa_pagamento ${from.banco_id}`])
  const [row] = await rowsOf(
    ctx,
    sql`select id from remessa_pagamento where banco_id = ${from.banco_id} and status = 0 and "dPagamento" >= ${ctx.clock.today()}::date order by id desc limit 1 for update`,
  )
  if (row) return load(ctx, remessaPagamento, Number(row.id))
  const day = from.dPagamento > ctx.clock.today() ? from.dPagamento : addDays(ctx.clock.today(), 1)
  return createRecord(ctx, remessaPagamento, {
    values: {
      empresa_id: from.empresa_id,
      banco_id: from.banco_id,
      dPagamento: day,
      descricao: 'Pagamentos recusados, de novo',
      user_id: ctx.actor.id || null,
    },
  })
}

/** Tries a refused payment again: a copy goes into a remittance that is open, and the old one stays as history. */
export const repete = action(remessaPagamentoConta, 'repete', {
  on: 'record',
  right: 'create',
  summary:
    'Tenta de novo o pagamento recusado ou devolvido: uma cópia entra na remessa dita, na que está em rascunho para a mesma conta caixa, ou em uma nova.',
  input: v.object({ remessa_pagamento_id: v.optional(v.nullable(identifier)) }),
  answer: v.object({ id: v.number(), remessa_pagamento_id: v.number() }),
  run: async ({ ctx, record, input }) => {
    if (!RETRIED.includes(record.situacao))
      throw badRequest('Só um pagamento recusado ou devolvido é tentado de novo.', 'not_refused')
    const head = await draftOf(ctx, record, input.remessa_pagamento_id)
    const { conta_pagar_id, forma, valor, vJuros, vDesc, id: repete_id } = record
    const source = (await sourcesOf(ctx, [conta_pagar_id])).get(conta_pagar_id)
    const most = decimal(source?.vSaldo ?? '0')
      .plus(vJuros)
      .minus(vDesc)
    const row = { conta_pagar_id, forma, vJuros, vDesc, repete_id, valor: most.lt(valor) ? most.toFixed(2) : valor }
    const [made] = await addItems(ctx, head, [row], 'repete')
    return { id: Number(made?.id), remessa_pagamento_id: head.id }
  },
})
