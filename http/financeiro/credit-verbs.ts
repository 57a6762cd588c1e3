import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { decimal, sum } from '../../core/money/decimal'
import { begin } from '../documents/effect'
import { named, stepsWhere, undoPostings } from '../documents/undo'
import { action } from '../platform/action'
import { assertRefs } from '../platform/engine/refs'
import { checkedValues } from '../platform/engine/save'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest, invalid } from '../platform/errors'
import { assertMay } from '../platform/rights'
import { decimalInput, nothing } from '../platform/inputs'
import { MESSAGES } from '../platform/parse'
import { resourceNamed, type Row } from '../platform/resource'
import { credits } from './credits'
import { clienteCredito } from './creditos'
import { contasReceber } from './registers'
import { titles } from './titles'

/** What people give by hand: everything else comes from its document. */
const BY_HAND: ReadonlySet<unknown> = new Set(['manual', 'adiantamento'])

/** Gives a customer credit by hand, or for what was paid in advance, with its reason. Who gives it edits receivables too. */
export const concede = action(clienteCredito, 'concede', {
  on: 'collection',
  right: 'edit',
  summary: 'Dá crédito a um cliente, à mão ou por um adiantamento, com o motivo.',
  input: v.record(v.string(), v.unknown()),
  answer: v.object({ id: v.number() }),
  run: async ({ ctx, input }) => {
    const values: Row = checkedValues(clienteCredito, input, true)
    if (!BY_HAND.has(values.tipo)) throw invalid({ tipo: ['Selecione Manual ou Adiantamento.'] })
    if (typeof values.motivo !== 'string' || values.motivo.trim() === '') throw invalid({ motivo: [MESSAGES.required] })
    await assertRefs(ctx, clienteCredito, [{ before: undefined, values }])
    assertMay(ctx, contasReceber, 'edit')
    const [cliente_id, empresa_id] = [Number(values.cliente_id), ctx.actor.empresa_id]
    const did = await begin(ctx, { documento: 'cliente', documento_id: cliente_id, empresa_id, passo: 'concede' })
    const id = await did.post(
      credits.open({
        cliente_id,
        tipo: values.tipo === 'adiantamento' ? 'adiantamento' : 'manual',
        vCredito: String(values.vCredito),
        dValidade: typeof values.dValidade === 'string' ? values.dValidade : null,
        motivo: values.motivo,
      }),
    )
    return { id: id ?? 0 }
  },
})

/** Takes back a credit that was given by hand and not used. Throws 400 `made` for one of a document, `credit_used` naming what used it. */
export const cancela = action(clienteCredito, 'cancela', {
  on: 'record',
  right: 'edit',
  summary: 'Cancela um crédito dado à mão que não foi usado.',
  input: nothing,
  run: async ({ ctx, record }) => {
    if (record.dhCancelamento !== null) throw badRequest('Este crédito já está cancelado.', 'cancelled')
    const [entry] = await stepsWhere(
      ctx,
      sql`t.id = (select m.lancamento_id from movimento_credito m where m.credito_id = ${record.id} and m.evento = 'concessao')`,
    )
    if (!entry || entry.documento !== 'cliente')
      throw badRequest(
        `Este crédito veio de ${named(resourceNamed(record.documento ?? 'cliente'), record.documento_id)}: cancele a origem.`,
        'made',
      )
    assertMay(ctx, contasReceber, 'edit')
    await undoPostings(ctx, entry, { allowNegative: false })
  },
})

/** Settles a receivable by its customer's credit: the amount that is given, else all that both allow. Throws 400 `settled`, `no_credit`, `over_balance`. */
export const baixaCredito = action(contasReceber, 'baixaCredito', {
  on: 'record',
  right: 'edit',
  summary: 'Dá baixa em uma conta a receber com o crédito do cliente.',
  input: v.object({ valor: v.optional(decimalInput) }),
  run: async ({ ctx, record, input }) => {
    if (record.dhCancelamento !== null || decimal(record.vSaldo).sign() <= 0)
      throw badRequest('Esta conta não tem saldo a receber.', 'settled')
    const saldo = decimal(record.vSaldo)
    const there = await availableOf(ctx, record.empresa_id, record.cliente_id)
    const most = there.lt(saldo) ? there : saldo
    const valor = decimal(input.valor ?? most).round(2)
    if (valor.sign() <= 0) throw badRequest('O cliente não tem crédito a usar.', 'no_credit')
    const { id: documento_id, empresa_id, cliente_id } = record
    const did = await begin(ctx, { documento: 'contas_receber', documento_id, empresa_id, passo: 'baixaCredito' })
    await did.post(titles.settle({ kind: 'receber', evento: 'baixa' }, [{ id: documento_id, valor }]))
    await did.post(credits.spend({ cliente_id, valor, evento: 'uso' }))
  },
})

/** Takes back the last settling of a receivable by credit, which the customer has again. Throws 400 `not_done`. */
export const estornaCredito = action(contasReceber, 'estornaCredito', {
  on: 'record',
  right: 'edit',
  summary: 'Estorna a última baixa com crédito: o cliente volta a ter o crédito.',
  input: nothing,
  run: async ({ ctx, record }) => {
    const last = (
      await stepsWhere(
        ctx,
        sql`t.documento = 'contas_receber' and t.documento_id = ${record.id} and t.passo = 'baixaCredito' and t."dhDesfeito" is null`,
      )
    ).at(-1)
    if (!last) throw badRequest('Não há baixa com crédito a estornar nesta conta.', 'not_done')
    await undoPostings(ctx, last, { allowNegative: false })
  },
})

/** What a customer can spend today. */
async function availableOf(ctx: Ctx, empresa_id: number, cliente_id: number) {
  const rows = await rowsOf(
    ctx,
    sql`select "vSaldo" from cliente_credito where empresa_id = ${empresa_id} and cliente_id = ${cliente_id}
        and "vSaldo" > 0 and ("dValidade" is null or "dValidade" >= ${ctx.clock.today()})`,
  )
  return sum(rows.map((row) => String(row.vSaldo)))
}
