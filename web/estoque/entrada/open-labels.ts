import { post } from '../../app/api'
import { openFile } from '../../ui/open-file'
import { textOf, type Row } from '../../ui/row'

/** Opens the labels of an item's volumes, all of them or one, to be printed. What is printed is counted. */
export async function openLabels(item: Row['id'], label: Row['id'] | undefined): Promise<void> {
  const body = { formato: 'pdf', ...(label === undefined ? {} : { etiqueta_id: label }) }
  openFile(await post(`entrada_mercadoria/${textOf(item)}/getprintfilerastreio`, body))
}
