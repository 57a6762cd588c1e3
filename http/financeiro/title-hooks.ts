import { sql } from 'drizzle-orm'
import { isAdmin, meets } from '../../core/access'
import { receivableValueNeed } from '../../core/access/needs'
import { AFTER_SETTLED, TITLE } from '../../core/fields/financeiro/titulos'
import { f } from '../../core/fields/field'
import { decimal, type Decimal } from '../../core/money/decimal'
import { allowsValueChange } from '../../core/settings/settings'
import { type Ctx, rowsOf } from '../platform/context'
import { differs } from '../platform/engine/columns'
import { ApiError, badRequest, forbidden, invalid } from '../platform/errors'
import { parseField } from '../platform/parse'
import { type ComputedColumn, type Draft, type Hooks, resourceNamed, type Row } from '../platform/resource'
import { settingsOf } from '../sis/configuracao'
import { assertOpenDays } from './period'
import { retainedOf } from './retencao/retencao'
import { followSeries } from './series'
import { assertSplit } from './split-hooks'

/** What a title's form may say: rules of a title that somebody writes. Those of documents are opened by their verbs. */

type Kind = 'receber' | 'pagar'
const RESOURCES = { receber: 'contas_receber', pagar: 'contas_pagar' } as const
const PERSONS = { receber: 'cliente_id', pagar: 'fornecedor_id' } as const

/** The value under the name that the specification gives it (N3-017, N3-018). */
export const titleComputed: Readonly<Record<string, ComputedColumn>> = {
  vConta: { meta: f.money('Valor da conta', { doc: 'O mesmo que vDup' }).meta, sql: () => sql`t."vDup"` },
}

export const titleBeside = {
  movimentos: f.json('Movimentos', { doc: 'O que aconteceu com a conta, linha a linha do livro' }),
  compensacoes: f.json('Compensações', {
    doc: 'O que abateu ou somou sem dinheiro: vComp positivo compensa, negativo consolida',
  }),
  retencoes: f.json('Retenções', { doc: 'O que o tomador do serviço retém da conta, por tributo' }),
  recorrencia_list: f.json('Outras contas da recorrência'),
  recorrencia_campos: f.json('Campos que a gravação leva às seguintes em aberto da recorrência'),
}

const invalidValue = (message: string) => new ApiError(422, 'invalid_value', message, { vDup: [message] })

/** What was typed as the value, in either name, with the sign of its kind. */
function valueOf({ before, values, input }: Draft, tpConta: number): Decimal | undefined {
  if (input?.vConta !== undefined && input.vDup === undefined) {
    const read = parseField(f.money('Valor').meta, input.vConta)
    if ('error' in read) throw invalid({ vConta: [read.error] })
    values.vDup = read.ok ?? '0'
  }
  if (tpConta === TITLE.CONSOLIDADA) values.vDup = before?.vDup ?? '0'
  if (before && values.vDup === undefined) return undefined
  const value = decimal(String(values.vDup ?? 0))
  const signed = tpConta === TITLE.CREDITO ? value.abs().neg() : value
  values.vDup = signed.toFixed(2)
  return signed
}

async function checkTitle(ctx: Ctx, kind: Kind, draft: Draft): Promise<void> {
  const { before, values } = draft
  const tpConta = Number(values.tpConta ?? before?.tpConta ?? TITLE.NORMAL)
  const value = valueOf(draft, tpConta)
  if (value && tpConta !== TITLE.CONSOLIDADA && (tpConta === TITLE.CREDITO ? value.isZero() : value.sign() <= 0))
    throw invalidValue('Informe um valor maior que zero.')
  if (before) await checkChange(ctx, kind, { before, values })
}

interface Change {
  readonly before: Row
  readonly values: Row
}

async function checkChange(ctx: Ctx, kind: Kind, { before, values }: Change): Promise<void> {
  const { fields, title } = resourceNamed(RESOURCES[kind])
  const changed = Object.keys(values).filter((name) => {
    const meta = fields[name]?.meta
    return meta !== undefined && differs(meta.kind, before[name], values[name])
  })
  if (changed.length === 0) return
  if (before.dhCancelamento !== null) throw badRequest(`Esta ${title.toLowerCase()} está cancelada.`, 'cancelled')
  if (before.status === 4) assertAfter(ctx, kind, changed)
  if (changed.includes('tpConta') && !(before.tpConta === TITLE.PREVISAO && values.tpConta === TITLE.NORMAL))
    throw invalid({ tpConta: ['O tipo não muda; só uma previsão vira uma conta normal.'] })
  if (changed.includes(PERSONS[kind]) && (before.documento !== null || Number(before.vAbatido) !== 0))
    throw invalid({ [PERSONS[kind]]: ['A conta veio de um documento ou já teve baixa: a pessoa não muda.'] })
  if (changed.includes('vDup') && before.documento === 'gnre')
    throw invalid({ vDup: ['O valor desta conta é o da guia GNRE, e não muda: cancele a guia e faça outra.'] })
  if (changed.includes('vDup')) await assertValue(ctx, kind, { before, values })
  if (changed.includes('dCompetencia'))
    await assertOpenDays(
      ctx,
      Number(before.empresa_id),
      [before.dCompetencia, values.dCompetencia].filter((day) => typeof day === 'string'),
    )
}

/** A receivable that is paid lets an administrator alone change what classifies it (R3-042). */
function assertAfter(ctx: Ctx, kind: Kind, changed: readonly string[]): void {
  if (kind === 'receber' && !isAdmin(ctx.actor))
    throw forbidden('Conta baixada: só um administrador altera descrição, conta de resultado e forma de pagamento.')
  if (changed.some((name) => !AFTER_SETTLED.has(name)))
    throw badRequest('Conta baixada: só descrição, conta de resultado e forma de pagamento podem mudar.', 'paid')
}

/** Who may change the value (document 3, section 6), and how far: what was settled stays settled. */
async function assertValue(ctx: Ctx, kind: Kind, { before, values }: Change): Promise<void> {
  if (kind === 'receber') {
    const need = receivableValueNeed({ isNew: false, valueChangeAllowed: allowsValueChange(await settingsOf(ctx)) })
    if (!meets(ctx.actor, need)) throw forbidden('Você não tem permissão para alterar o valor de uma conta a receber.')
  }
  const saldo = decimal(String(before.vSaldo)).plus(String(values.vDup)).minus(String(before.vDup))
  if (before.tpConta === TITLE.CREDITO ? saldo.sign() > 0 : saldo.sign() < 0)
    throw badRequest('O valor não pode ficar abaixo do que já foi baixado.', 'below_settled')
}

/** Offsets of a title, as the specification shows them: positive compensates, negative consolidates. */
async function offsets(ctx: Ctx, kind: Kind, id: unknown): Promise<Row[]> {
  const rows = await rowsOf(
    ctx,
    sql`select m.lancamento_id, m.evento, m."dMovimento"::text as "dMovimento", m.valor::text as valor from movimento_financeiro m
        join lancamento n on n.id = m.lancamento_id
        where ${sql.raw(`m.${RESOURCES[kind]}_id`)} = ${Number(id)} and m.evento in ('compensacao', 'consolidacao', 'renegociacao')
          and m.estorno_de is null and n."dhDesfeito" is null order by m.id`,
  )
  return rows.map(({ valor, ...row }) => {
    const amount = Number(valor)
    return { ...row, vComp: row.evento === 'compensacao' ? Math.abs(amount) : -Math.abs(amount) }
  })
}

/** What became of a title, the first first: its ledger, with what undid what. */
async function movements(ctx: Ctx, kind: Kind, id: unknown): Promise<Row[]> {
  const rows = await rowsOf(
    ctx,
    sql`select m.id, m.lancamento_id, m.evento, m."dMovimento"::text as "dMovimento", m.valor::text as valor, m.estorno_de, n.passo, n."dhDesfeito" is not null as desfeito
        from movimento_financeiro m join lancamento n on n.id = m.lancamento_id
        where ${sql.raw(`m.${RESOURCES[kind]}_id`)} = ${Number(id)} order by m.id`,
  )
  return rows.map(({ valor, ...row }) => ({ ...row, valor: Number(valor) }))
}

/** The other titles of the series. */
async function series(ctx: Ctx, kind: Kind, { id, recorrencia_id }: Row): Promise<Row[]> {
  if (typeof recorrencia_id !== 'number') return []
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t.recorrencia_n as n, t."dVencimento"::text as "dVencimento", t."vSaldo"::text as "vSaldo", t.status
        from ${sql.raw(RESOURCES[kind])} t where t.recorrencia_id = ${recorrencia_id} and t.id <> ${Number(id)} order by t.recorrencia_n`,
  )
  return rows.map((row) => ({ ...row, vSaldo: Number(row.vSaldo) }))
}

export const titleHooks = (kind: Kind): Hooks => ({
  prepare: async (ctx, drafts) => {
    for (const draft of drafts) await checkTitle(ctx, kind, draft)
  },
  after: async (ctx, records, _parent, input) => {
    if (kind === 'pagar') for (const { id } of records) await assertSplit(ctx, Number(id))
    const [record] = records
    if (record && input?.recorrencia_campos !== undefined)
      await followSeries(ctx, kind, record, input.recorrencia_campos)
  },
  remove: () => {
    throw badRequest('Uma conta não é excluída: cancele-a.', 'booked')
  },
  present: async (ctx, record) => ({
    movimentos: await movements(ctx, kind, record.id),
    compensacoes: await offsets(ctx, kind, record.id),
    retencoes: kind === 'receber' ? await retainedOf(ctx, record.id) : [],
    recorrencia_list: await series(ctx, kind, record),
  }),
})
