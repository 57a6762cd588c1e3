import { type SQL, sql } from 'drizzle-orm'
import {
  entradaMercadoriaEtiquetaComputed,
  entradaMercadoriaEtiquetaFields,
} from '../../../core/fields/estoque/etiqueta-entrada'
import { volumeLabel } from '../../../core/receiving/reading'
import { type Ctx, rowsOf } from '../../platform/context'
import { fieldsThatDiffer } from '../../platform/engine/columns'
import { intArray } from '../../platform/engine/query'
import { loadWhere } from '../../platform/engine/write'
import { ApiError, conflict } from '../../platform/errors'
import { type Draft, refuseRows, resource, type RecordOf } from '../../platform/resource'
import { entradaMercadoriaRastreio } from '../entrada/rastreio'

/** SQL of what is printed on a label `t`: the digits of `volumeLabel`. */
export const codeOf = (t: SQL): SQL => sql`'000' || lpad(${t}.id::text, 12, '0')`

/** SQL: the label was read as goods were received, and not taken off again. */
const isRead = (t: SQL): SQL =>
  sql`exists (select 1 from entrada_leitura l where l.etiqueta = ${codeOf(t)} and l.empresa_id = ${t}.empresa_id and l.desfaz_id is null
    and not exists (select 1 from entrada_leitura u where u.desfaz_id = l.id))`

/** SQL: what is left in the volume of a label `t`, after what was picked of it. */
export const leftIn = (t: SQL): SQL =>
  sql`(${t}."qMultipla" - coalesce((select sum(l."qTrib") from separacao_leitura l where l.etiqueta = ${codeOf(t)} and l.empresa_id = ${t}.empresa_id), 0))`

const T = sql.raw('t')

/** Labels of the volumes that items of entries bring (E2-101). They guide people: what is in stock is what the ledger says. */
export const entradaMercadoriaEtiqueta = resource({
  name: 'entrada_mercadoria_etiqueta',
  paths: ['entrada_mercadoria_etiqueta'],
  title: 'Etiqueta de volume',
  right: 'entrada',
  company: 'own',
  fields: entradaMercadoriaEtiquetaFields,
  search: [],
  display: ['qMultipla', 'indexVol'],
  parent: {
    resource: 'entrada_mercadoria',
    field: 'entrada_mercadoria_id',
    list: 'entrada_mercadoria_etiqueta_list',
    apart: true,
  },
  computed: {
    xProd: {
      meta: entradaMercadoriaEtiquetaComputed.xProd.meta,
      sql: () =>
        sql`(select m."xProd" from entrada_mercadoria i join mercadoria m on m.id = i.mercadoria_id where i.id = t.entrada_mercadoria_id)`,
    },
    codigo: { meta: entradaMercadoriaEtiquetaComputed.codigo.meta, sql: () => codeOf(T) },
    qSaldo: { meta: entradaMercadoriaEtiquetaComputed.qSaldo.meta, sql: () => leftIn(T) },
    situacao: {
      meta: entradaMercadoriaEtiquetaComputed.situacao.meta,
      sql: () =>
        sql`(case when t."dhAnulacao" is not null then 'anulada' when ${isRead(T)} then 'lida' when t."nVias" > 0 then 'impressa' else 'nova' end)`,
    },
  },
  hooks: {
    prepare: async (ctx, drafts) => {
      refuseRows(drafts, ({ before, values }) =>
        Number(values.qMultipla ?? before?.qMultipla ?? 0) > 0 ? undefined : { qMultipla: 'Peso zerado' },
      )
      refuseRows(drafts, ({ before, values: { armazenamento_id: place } }) =>
        before && before.unitizador_id !== null && place !== undefined && place !== before.armazenamento_id
          ? { armazenamento_id: 'Este volume está em um unitizador: mova-o com ele.' }
          : undefined,
      )
      await takeLots(ctx, drafts)
      await assertUnread(
        ctx,
        drafts.filter(isOther).map(({ before }) => Number(before?.id)),
      )
    },
    remove: (ctx, { id }) => assertUnread(ctx, [Number(id)]),
  },
})

export type VolumeLabel = RecordOf<typeof entradaMercadoriaEtiqueta>

/** What a label says of its volume changes. */
const isOther = (draft: Draft): boolean =>
  draft.before !== undefined && fieldsThatDiffer(entradaMercadoriaEtiquetaFields, draft).length > 0

/** A lot is one of the label's own item; what it is stays on the label, whatever becomes of the item's lots. Throws 422 by row. */
async function takeLots(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const lotOf = ({ values }: Draft): number => Number(values.entrada_mercadoria_rastreio_id ?? 0)
  const lots = new Map(
    (await loadWhere(ctx, entradaMercadoriaRastreio, 'id', drafts.map(lotOf).filter(Boolean))).map((one) => [
      one.id,
      one,
    ]),
  )
  refuseRows(drafts, (draft) => {
    const item = Number(draft.values.entrada_mercadoria_id ?? draft.before?.entrada_mercadoria_id)
    return lotOf(draft) === 0 || lots.get(lotOf(draft))?.entrada_mercadoria_id === item
      ? undefined
      : { entrada_mercadoria_rastreio_id: 'O lote é de outro item da entrada.' }
  })
  for (const draft of drafts) {
    if (draft.values.entrada_mercadoria_rastreio_id === undefined) continue
    const lot = lots.get(lotOf(draft))
    Object.assign(draft.values, { nLote: lot?.nLote ?? null, dVal: lot?.dVal ?? null })
  }
}

/** What was read is what came: its label is not written over and does not go; it is voided. Throws 409 `label_read`. */
export async function assertUnread(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const [read] = await rowsOf(
    ctx,
    sql`select t.id from entrada_mercadoria_etiqueta t where t.id = any (${intArray(ids)}::int[]) and ${isRead(T)} order by t.id limit 1`,
  )
  if (read)
    throw new ApiError(
      409,
      'label_read',
      `A etiqueta ${volumeLabel(Number(read.id))} já foi lida: anule-a, em vez disso.`,
    )
}

/** A label that was voided is of nothing any more. Throws 409 `voided`. */
export function assertValid({ id, dhAnulacao }: Pick<VolumeLabel, 'id' | 'dhAnulacao'>): void {
  if (dhAnulacao !== null) throw conflict(`A etiqueta ${volumeLabel(id)} foi anulada.`)
}
