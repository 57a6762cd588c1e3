import { type SQL, sql } from 'drizzle-orm'
import { contasPagarCompensacaoFields, contasReceberCompensacaoFields } from '../../core/fields/financeiro/compensacao'
import { f, type Field } from '../../core/fields/field'
import type { Ctx } from '../platform/context'
import { createRecord } from '../platform/engine/create'
import { deleteRows, insertRows, loadWhere } from '../platform/engine/write'
import { badRequest, invalid } from '../platform/errors'
import { parseField } from '../platform/parse'
import { type Hooks, resource, type Resource, type Row } from '../platform/resource'
import { reverse } from './facts'
import type { TitleKind } from './title-kinds'

/**
 * Offsets as rows (E3-074 to E3-077). Each row is of a fact of the titles' ledger, whichever way that was made; what was reversed is not shown any more.
 * Making a row makes the fact; deleting one reverses that whole, and the other rows of it go too.
 */

const MOST = 1_000
const stands = (): SQL =>
  sql`not exists (select 1 from lancamento n where n.id = t.lancamento_id and n."dhDesfeito" is not null)`

/** The rows of a call that brings many (`bulkData`). Throws 400 for none, 422 beyond the limit. */
function bulkOf(input: Row | undefined): readonly Row[] | undefined {
  if (input?.bulkData === undefined) return undefined
  const list: readonly unknown[] = Array.isArray(input.bulkData) ? input.bulkData : []
  if (list.length === 0) throw badRequest('Nenhum registro selecionado', 'no_rows')
  if (list.length > MOST) throw badRequest(`No máximo ${MOST} registros.`, 'too_many')
  return list.map((one): Row => (typeof one === 'object' && one !== null ? { ...one } : {}))
}

type Fields = Readonly<Record<(typeof NAMES)[number], Field>>
const NAMES = ['conta_receber_id', 'conta_pagar_id', 'compensacao_id', 'vComp'] as const

/** What one of many names, each as its field takes it. Throws 422 at its row. */
function namedIn(fields: Fields, row: Row, at: number): Row {
  const given = NAMES.filter((name) => row[name] !== undefined)
  return Object.fromEntries(
    given.map((name) => {
      const read = parseField(fields[name].meta, row[name])
      if ('error' in read) throw invalid({ [`bulkData.${at}.${name}`]: [read.error] })
      return [name, read.ok]
    }),
  )
}

/** The first of many is the record of the call; the others follow it. */
const hooksOf = (kind: TitleKind, fields: Fields): Hooks => ({
  prepare: (_ctx, drafts) => {
    for (const { before, values, input } of drafts) {
      if (before) throw badRequest('Uma compensação não muda: exclua esta e faça outra.', 'booked')
      const [first] = bulkOf(input) ?? []
      if (first) Object.assign(values, namedIn(fields, first, 0))
    }
  },
  after: async (ctx, [record], _parent, input) => {
    if (!record) return
    const own = offsetsOf(kind)
    for (const [at, row] of (bulkOf(input) ?? []).entries())
      if (at > 0)
        await createRecord(ctx, own, { values: { ...namedIn(fields, row, at), empresa_id: record.empresa_id } })
  },
  remove: async (ctx, { id, lancamento_id }) => {
    if (typeof lancamento_id !== 'number') return []
    const beside = async (other: TitleKind) => {
      const rows = await loadWhere(ctx, offsetsOf(other), 'lancamento_id', [lancamento_id], { lock: true })
      return rows.filter((one) => other !== kind || one.id !== id)
    }
    const [own, crossed] = [await beside(kind), await beside(CROSSED[kind])]
    await reverse(ctx, lancamento_id, undefined)
    await deleteRows(ctx, offsetsOf(kind), own)
    await deleteRows(ctx, offsetsOf(CROSSED[kind]), crossed)
    return own.map((one) => one.id)
  },
})

const beside = {
  bulkData: f.json('Várias de uma vez', {
    doc: 'Lista de {conta_receber_id ou conta_pagar_id, compensacao_id, vComp}: todas, ou nenhuma',
  }),
}

export const contasReceberCompensacao = resource({
  name: 'contas_receber_compensacao',
  paths: ['financeiro/contas_receber_compensacao'],
  title: 'Compensação de conta a receber',
  right: 'contas_receber',
  company: 'own',
  fields: contasReceberCompensacaoFields,
  search: ['conta_receber_id.numero'],
  display: ['vComp'],
  visible: stands,
  beside,
  hooks: hooksOf('receber', contasReceberCompensacaoFields),
})

export const contasPagarCompensacao = resource({
  name: 'contas_pagar_compensacao',
  paths: ['financeiro/contas_pagar_compensacao'],
  title: 'Compensação de conta a pagar',
  right: 'contas_pagar',
  company: 'own',
  fields: contasPagarCompensacaoFields,
  search: ['conta_pagar_id.numero'],
  display: ['vComp'],
  visible: stands,
  beside,
  hooks: hooksOf('pagar', contasPagarCompensacaoFields),
})

const CROSSED = { receber: 'pagar', pagar: 'receber' } as const
const offsetsOf = (kind: TitleKind): Resource =>
  kind === 'receber' ? contasReceberCompensacao : contasPagarCompensacao

/** Keeps the rows of a fact, each under the title that it is of. Answers their numbers. */
export async function keepOffsets(ctx: Ctx, kind: TitleKind, rows: readonly Row[]): Promise<readonly number[]> {
  return (await insertRows(ctx, offsetsOf(kind), rows)).map((one) => Number(one.id))
}
