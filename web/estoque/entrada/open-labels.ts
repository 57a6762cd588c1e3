import { post } from '../../app/api'
import { printLabels } from '../../devices/printing'
import { openFile } from '../../ui/open-file'
import { textOf, type Row } from '../../ui/row'

/** Prints the labels of an item's volumes, all of them or some: on this workstation's printer for them, else as a file that opens. What is printed is counted. */
export async function openLabels(item: Row['id'], labels?: readonly Row['id'][]): Promise<void> {
  if (!(await printVolumes(item, labels))) openFile(await labelsOf(item, 'pdf', labels))
}

/** The same where this workstation has a printer for them; false where it has none. */
export const printVolumes = (item: Row['id'], labels?: readonly Row['id'][]): Promise<boolean> =>
  printLabels({
    key: `rastreio ${textOf(item)} ${(labels ?? []).map(textOf).join(',')}`,
    use: 'rastreio',
    title: labels?.length === 1 ? 'A etiqueta' : 'As etiquetas',
    make: (formato) => labelsOf(item, formato, labels),
  })

const labelsOf = (item: Row['id'], formato: string, labels?: readonly Row['id'][]): Promise<unknown> =>
  post(`entrada_mercadoria/${textOf(item)}/getprintfilerastreio`, {
    formato,
    ...(labels === undefined ? {} : { etiqueta_ids: labels }),
  })
