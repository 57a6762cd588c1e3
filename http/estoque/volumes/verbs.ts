import * as v from 'valibot'
import { MOST_VOLUMES } from '../../../core/fields/estoque/etiqueta-entrada'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { addLines } from '../../platform/engine/create'
import { guardAction } from '../../platform/engine/guard'
import { save } from '../../platform/engine/save'
import { announce, deleteRows, load, loadWhere, update, updateMany } from '../../platform/engine/write'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { countInput, decimalInput, identifier, nothing } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { entradaMercadoria } from '../entrada/entrada'
import { agentFile, forAgent } from '../etiquetas/get-print-file-avulsa'
import { labelFile } from '../etiquetas/label-file'
import { printingInput } from '../etiquetas/ask'
import { templateOf } from '../etiquetas/templates'
import { heldOf } from '../unitizador/held'
import { putOn } from '../unitizador/put'
import { unitizador } from '../unitizador/unitizador'
import { assertUnread, assertValid, entradaMercadoriaEtiqueta, type VolumeLabel } from './etiqueta'
import { volumeRecords } from './records'

/** Labels of volumes are made, printed, printed again, deleted and voided. */

type Item = RecordOf<typeof entradaMercadoria>

const LIST = 'entrada_mercadoria_etiqueta_list'

const lot = v.object({
  qMultipla: decimalInput,
  qEtiquetas: v.optional(countInput, 1),
  entrada_mercadoria_rastreio_id: v.optional(v.nullable(identifier), null),
  armazenamento_id: v.optional(v.nullable(identifier), null),
  /** The pallet or the box that they are put on. */
  unitizador_id: v.optional(v.nullable(identifier), null),
})
const stored = v.object({ id: v.optional(identifier), ...lot.entries })
const listOf = <T extends v.GenericSchema>(of: T) =>
  v.pipe(
    v.array(of),
    v.minLength(1, 'Informe as etiquetas.'),
    v.maxLength(MOST_VOLUMES, `No máximo ${MOST_VOLUMES} etiquetas por vez.`),
  )
const made = v.object({ ids: v.array(v.number()) })

/** Volumes `1/n … n/n` of an item, each with a label of its own. Throws 422. */
async function make(ctx: Ctx, item: Item, lots: readonly v.InferOutput<typeof lot>[]): Promise<number[]> {
  const total = lots.reduce((all, { qEtiquetas }) => all + qEtiquetas, 0)
  if (lots.some(({ qEtiquetas }) => qEtiquetas === 0)) throw invalid({ qEtiquetas: ['Quantidade inválida'] })
  if (total > MOST_VOLUMES) throw invalid({ qEtiquetas: [`No máximo ${MOST_VOLUMES} etiquetas por vez.`] })
  const rows = lots.flatMap(({ qMultipla, qEtiquetas, entrada_mercadoria_rastreio_id, armazenamento_id }) =>
    Array.from({ length: qEtiquetas }, (_, at) => ({
      qMultipla,
      qEtiquetas,
      entrada_mercadoria_rastreio_id,
      armazenamento_id,
      indexVol: at + 1,
    })),
  )
  const stored = await addLines(ctx, entradaMercadoriaEtiqueta, item, rows)
  await audit(
    ctx,
    stored.map((record) => ({ resource: entradaMercadoriaEtiqueta, record, before: undefined, acao: 'create' })),
  )
  const ids = stored.map(({ id }) => Number(id))
  for (const id of ids.slice(0, 1)) await announce(ctx, entradaMercadoriaEtiqueta, id)
  await putOnUnits(
    ctx,
    ids,
    lots.flatMap((one) => Array.from({ length: one.qEtiquetas }, () => one.unitizador_id)),
  )
  return ids
}

/** Labels that were made for a pallet or a box are on it. */
async function putOnUnits(ctx: Ctx, ids: readonly number[], units: readonly (number | null)[]): Promise<void> {
  for (const [at, unit] of units.entries()) {
    if (unit === null) continue
    const [label] = await heldOf(ctx, [ids[at] ?? 0])
    if (label) await putOn(ctx, await load(ctx, unitizador, unit, { lock: true }), label)
  }
}

export const geraEtiquetas = action(entradaMercadoria, 'geraEtiquetas', {
  on: 'record',
  right: 'edit',
  writes: LIST,
  summary: 'Gera as etiquetas dos volumes de um item: quantas, e quanto em cada uma, por lote e local.',
  input: v.object({ entrada_mercadoria_lote_list: listOf(lot) }),
  answer: made,
  run: async ({ ctx, record, input }) => ({ ids: await make(ctx, record, input.entrada_mercadoria_lote_list) }),
})

/** Stores labels of an item (E2-102, by the number of the item): those with a number are changed, the others are made. */
export const storeAll = action(entradaMercadoriaEtiqueta, 'storeAll', {
  on: 'collection',
  right: 'edit',
  summary: 'Grava as etiquetas de um item: as que têm número são mudadas, as outras são feitas.',
  input: v.object({ id: identifier, entrada_mercadoria_etiqueta_list: listOf(stored) }),
  answer: made,
  run: async ({ ctx, input }) => {
    const item = await load(ctx, entradaMercadoria, input.id, { lock: true })
    await guardAction(ctx, entradaMercadoria, item, { writes: LIST })
    const known = input.entrada_mercadoria_etiqueta_list.flatMap(
      ({ id, qMultipla, entrada_mercadoria_rastreio_id, armazenamento_id }) =>
        id === undefined ? [] : [{ id, values: { qMultipla, entrada_mercadoria_rastreio_id, armazenamento_id } }],
    )
    for (const { id, values } of known) {
      const label = await load(ctx, entradaMercadoriaEtiqueta, id)
      if (label.entrada_mercadoria_id !== item.id) throw notFound()
      await save(ctx, entradaMercadoriaEtiqueta, id, values)
    }
    const fresh = input.entrada_mercadoria_etiqueta_list.filter(({ id }) => id === undefined)
    return { ids: [...known.map(({ id }) => id), ...(await make(ctx, item, fresh))] }
  },
})

const some = v.optional(v.pipe(v.array(identifier), v.maxLength(MOST_VOLUMES)))

/** Labels of an item, all that are not voided where none is named. Throws 404, 400 `no_labels`. */
async function labelsOf(ctx: Ctx, item: Item, ids: readonly number[] | undefined): Promise<VolumeLabel[]> {
  const all = await loadWhere(ctx, entradaMercadoriaEtiqueta, 'entrada_mercadoria_id', [item.id], { lock: true })
  const wanted =
    ids === undefined ? all.filter((one) => one.dhAnulacao === null) : all.filter((one) => ids.includes(one.id))
  if (ids !== undefined && wanted.length < new Set(ids).size) throw notFound()
  if (wanted.length === 0) throw badRequest('Este item não tem etiquetas.', 'no_labels')
  return wanted
}

export const deleteEtiquetas = action(entradaMercadoria, 'deleteEtiquetas', {
  on: 'record',
  right: 'edit',
  writes: LIST,
  summary: 'Exclui as etiquetas de um item, todas ou as nomeadas; as que já foram lidas não saem.',
  input: v.object({ ids: some }),
  answer: v.object({ excluidas: v.number() }),
  run: async ({ ctx, record, input }) => {
    const labels = await labelsOf(ctx, record, input.ids)
    await assertUnread(
      ctx,
      labels.map(({ id }) => id),
    )
    await deleteRows(ctx, entradaMercadoriaEtiqueta, labels)
    return { excluidas: labels.length }
  },
})

/** A label is of nothing any more: what was read stays read. */
export const anula = action(entradaMercadoriaEtiqueta, 'anula', {
  on: 'record',
  right: 'edit',
  writes: LIST,
  summary: 'Anula uma etiqueta: lida de novo, ela é recusada.',
  input: nothing,
  run: async ({ ctx, record }) => {
    assertValid(record)
    await update(ctx, entradaMercadoriaEtiqueta, record, { dhAnulacao: ctx.clock.now(), unitizador_id: null }, 'anula')
  },
})

/** Labels of an item for the printer of a computer: those that are named (E2-099), else those that are new, else all. A label that is printed again says so, and is counted. */
export const getprintfilerastreio = action(entradaMercadoria, 'getprintfilerastreio', {
  on: 'record',
  right: 'edit',
  writes: LIST,
  summary:
    'Etiquetas de rastreio de um item como o agente de impressão as recebe: as nomeadas, senão as novas, senão todas; da segunda vez em diante dizem a via.',
  input: v.object({
    ...printingInput,
    etiqueta_id: v.optional(v.nullable(identifier)),
    etiqueta_ids: some,
  }),
  answer: agentFile,
  run: async ({ ctx, record, input }) => {
    const { etiqueta_id, etiqueta_ids, template: wanted, formato, ...options } = input
    const named = etiqueta_id ? [etiqueta_id] : etiqueta_ids
    const all = await labelsOf(ctx, record, named)
    const fresh = all.filter(({ nVias }) => nVias === 0)
    const labels = named === undefined && fresh.length > 0 ? fresh : all
    for (const one of labels) assertValid(one)
    if (labels.length > MOST_VOLUMES)
      throw badRequest(`Imprima no máximo ${MOST_VOLUMES} etiquetas por vez.`, 'too_many')
    const template = await templateOf(ctx, wanted, { use: 'rastreio', empresa_id: record.empresa_id })
    const file = await labelFile(template, await volumeRecords(ctx, record, labels), { ...options, format: formato })
    await printed(ctx, labels)
    return forAgent(`rastreio-${record.id}`, file, template)
  },
})

async function printed(ctx: Ctx, labels: readonly VolumeLabel[]): Promise<void> {
  const dhImpressao = ctx.clock.now()
  const edits = labels.map(({ id, nVias }) => ({ id, nVias: nVias + 1, dhImpressao }))
  const [first] = await updateMany(ctx, entradaMercadoriaEtiqueta, labels, edits, 'imprime')
  if (first) await announce(ctx, entradaMercadoriaEtiqueta, first.id)
}
