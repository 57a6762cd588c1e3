import { sql } from 'drizzle-orm'
import { formatDate } from '../../../core/br/date-text'
import { volumeText } from '../../../core/labels/fields'
import { volumeLabel } from '../../../core/receiving/reading'
import { type Ctx, rowsOf } from '../../platform/context'
import type { RecordOf } from '../../platform/resource'
import { text } from '../../relatorios/document'
import type { entradaMercadoria } from '../entrada/entrada'
import type { LabelToPrint } from '../etiquetas/label-file'
import { productLabels } from '../etiquetas/products'
import type { VolumeLabel } from './etiqueta'

/** What labels of an item's volumes say: what those of its product do, and which volume it is of which lot, and where from. */
export async function volumeRecords(
  ctx: Ctx,
  item: RecordOf<typeof entradaMercadoria>,
  labels: readonly VolumeLabel[],
): Promise<LabelToPrint[]> {
  const asked = labels.map(({ qMultipla, armazenamento_id }) => ({
    mercadoria_id: item.mercadoria_id,
    qEtiquetas: 1,
    qMultipla,
    armazenamento_id,
    indexVol: null,
  }))
  const goods = await productLabels(ctx, asked, { tabela_preco_id: null, empresa_id: item.empresa_id })
  const [entry] = await rowsOf(
    ctx,
    sql`select e."nNF", f."xNome" as fornecedor from entrada e left join fornecedor f on f.id = e.fornecedor_id where e.id = ${item.entrada_id}`,
  )
  return labels.flatMap((label, at) => {
    const told = goods[at]
    if (told === undefined) return []
    const record = {
      ...told.record,
      etiqueta: volumeLabel(label.id),
      volume: volumeText(label.indexVol, label.qEtiquetas),
      nLote: label.nLote ?? '',
      dVal: label.dVal ? formatDate(label.dVal) : '',
      fornecedor: text(entry?.fornecedor),
      nNF: text(entry?.nNF),
      via: label.nVias === 0 ? '' : `${label.nVias + 1}ª via`,
    }
    return [{ name: told.name, record }]
  })
}
