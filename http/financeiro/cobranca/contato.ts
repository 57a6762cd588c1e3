import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { CONTACTS, cobrancaContatoFields } from '../../../core/fields/financeiro/cobranca'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { sum } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { announce, insert, load, loadWhere, updateRows } from '../../platform/engine/write'
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

/** A customer's titles that were due before today, the oldest first. */
async function overdueOf(ctx: Ctx, cliente_id: number): Promise<number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select t.id from contas_receber t where t.empresa_id = ${ctx.actor.empresa_id} and t.cliente_id = ${cliente_id} and t."vSaldo" > 0
        and t."dhCancelamento" is null and t."tpConta" not in ${NOT_COLLECTED} and t."dVencimento" < ${ctx.clock.today()}::date
        order by t."dVencimento", t.id limit ${MOST}`,
  )
  return rows.map(({ id }) => Number(id))
}

const isContact = (text: string): text is keyof typeof CONTACTS => Object.hasOwn(CONTACTS, text)
const KINDS = Object.keys(CONTACTS).filter(isContact)

/** As many titles as one promise is for. */
const MOST = 1_000

/** Promises a date for titles: when their money is expected. Their due dates stay. */
async function promise(ctx: Ctx, ids: readonly number[], dPrevisao: string) {
  const held = await loadWhere(ctx, contasReceber, 'id', ids, { lock: true })
  const before = new Map(held.map((one) => [one.id, one]))
  const changed = await updateRows(
    ctx,
    contasReceber,
    held.map(({ id }) => ({ id, dPrevisao })),
  )
  await audit(
    ctx,
    changed.map((record) => ({ resource: contasReceber, record, before: before.get(record.id), acao: 'update' })),
  )
  if (changed[0]) await announce(ctx, contasReceber, changed[0].id)
  return held
}

/**
 * Notes a contact about what is overdue; a promised date becomes that at which the money of all that is overdue, or of the titles that are named, is expected.
 * Throws 400 `nothing_overdue` for a promise of nothing, 422 for days that are over, 404 for a customer that is none.
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
    const ids = await overdueOf(ctx, cliente_id)
    if (dPromessa && ids.length === 0) throw badRequest('Este cliente não tem conta vencida.', 'nothing_overdue')
    const titles = dPromessa ? await promise(ctx, ids, dPromessa) : await loadWhere(ctx, contasReceber, 'id', ids)
    const { empresa_id } = ctx.actor
    const values = {
      ...input,
      tipo: input.tipo ?? 'ligacao',
      empresa_id,
      dhContato: ctx.clock.now(),
      vAtrasado: sum(titles.map(({ vSaldo }) => vSaldo)).toFixed(2),
    }
    const { id } = await insert(ctx, cobrancaContato, values)
    return { id, contas: dPromessa ? titles.length : 0 }
  },
})
