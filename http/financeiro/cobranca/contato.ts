import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { CONTACTS, cobrancaContatoFields } from '../../../core/fields/financeiro/cobranca'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { sum } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, insert, load, loadWhere, updateMany } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { dateInput, identifier, shortText } from '../../platform/inputs'
import { resource, resourceNamed } from '../../platform/resource'
import { contasReceber } from '../registers'

/** What was said to customers about what is overdue: a history that is added to. */
export const cobrancaContato = resource({
  name: 'cobranca_contato',
  paths: ['financeiro/cobranca_contato'],
  title: 'Contato de cobrança',
  right: 'contas_receber',
  readOnly: true,
  company: 'own',
  fields: cobrancaContatoFields,
  search: ['xResultado', 'cliente_id.xNome'],
  display: ['dhContato', 'xResultado'],
  indexes: [['empresa_id', 'cliente_id', 'dhContato']],
  defaultOrder: 'dhContato',
})

/** Kinds of titles that are nobody's delay: an acquirer's, a forecast, a credit. */
export const NOT_COLLECTED = sql`(${TITLE.PREVISAO}, ${TITLE.CARTAO}, ${TITLE.CREDITO})`

/** The rows of a customer's titles that were due before today, as `contas_receber t`. */
const overdue = (ctx: Ctx, cliente_id: number): SQL =>
  sql`from contas_receber t where t.empresa_id = ${ctx.actor.empresa_id} and t.cliente_id = ${cliente_id} and t."vSaldo" > 0
      and t."dhCancelamento" is null and t."tpConta" not in ${NOT_COLLECTED} and t."dVencimento" < ${ctx.clock.today()}::date`

/** What a customer owes that is overdue, as decimal text. */
async function overdueSum(ctx: Ctx, cliente_id: number): Promise<string> {
  const [row] = await rowsOf(ctx, sql`select coalesce(sum(t."vSaldo"), 0)::text as valor ${overdue(ctx, cliente_id)}`)
  return String(row?.valor)
}

const isContact = (text: string): text is keyof typeof CONTACTS => Object.hasOwn(CONTACTS, text)
const KINDS = Object.keys(CONTACTS).filter(isContact)

/** As many titles as one promise is for. */
const MOST = 1_000

/**
 * Promises a date for all that a customer owes overdue: when its money is expected. The due dates stay. Judged by what is held: what was paid meanwhile is
 * promised by nobody. Throws 400 `nothing_overdue`, `too_many`.
 */
async function promise(ctx: Ctx, cliente_id: number, dPrevisao: string) {
  const rows = await rowsOf(
    ctx,
    sql`select t.id ${overdue(ctx, cliente_id)} order by t.id limit ${MOST + 1} for update`,
  )
  if (rows.length === 0) throw badRequest('Este cliente não tem conta vencida.', 'nothing_overdue')
  if (rows.length > MOST)
    throw badRequest(`Este cliente tem mais de ${MOST} contas vencidas: mude a previsão pela lista.`, 'too_many')
  const ids = rows.map(({ id }) => Number(id))
  const held = await loadWhere(ctx, contasReceber, 'id', ids)
  const edits = held.map(({ id }) => ({ id, dPrevisao }))
  const changed = await updateMany(ctx, contasReceber, held, edits)
  if (changed[0]) await announce(ctx, contasReceber, changed[0].id)
  return held
}

/**
 * Notes a contact about what is overdue; a promised date becomes that at which the money of all that is overdue is expected.
 * Throws 400 `nothing_overdue` for a promise of nothing, `too_many`, 422 for days that are over, 404 for a customer that is none.
 */
export const registraContato = action(contasReceber, 'registraContato', {
  on: 'collection',
  right: 'edit',
  summary:
    'Anota um contato de cobrança com o cliente; a promessa vira a previsão das contas vencidas, o vencimento não muda.',
  input: v.object({
    cliente_id: identifier,
    tipo: v.optional(v.picklist(KINDS)),
    xResultado: v.pipe(shortText(500), v.minLength(1, 'Diga o que foi dito')),
    dPromessa: v.optional(v.nullable(dateInput)),
    dProximo: v.optional(v.nullable(dateInput)),
  }),
  answer: v.object({ id: v.number(), contas: v.number() }),
  run: async ({ ctx, input }) => {
    const { cliente_id, dPromessa, dProximo } = input
    await load(ctx, resourceNamed('cliente'), cliente_id)
    const today = ctx.clock.today()
    const over = Object.entries({ dPromessa, dProximo }).filter(([, day]) => typeof day === 'string' && day < today)
    if (over.length > 0) throw invalid(Object.fromEntries(over.map(([name]) => [name, ['Este dia já passou.']])))
    const promised = dPromessa ? await promise(ctx, cliente_id, dPromessa) : []
    const { empresa_id } = ctx.actor
    const values = {
      ...input,
      tipo: input.tipo ?? 'ligacao',
      empresa_id,
      dhContato: ctx.clock.now(),
      vAtrasado: dPromessa ? sum(promised.map(({ vSaldo }) => vSaldo)).toFixed(2) : await overdueSum(ctx, cliente_id),
    }
    const { id } = await insert(ctx, cobrancaContato, values)
    return { id, contas: promised.length }
  },
})
