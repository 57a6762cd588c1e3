import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import { printLabels } from '../../devices/printing'
import { openFile } from '../../ui/open-file'
import { RESOURCE } from './kind'

/** Prints the labels of the boxes of orders: on this workstation's printer for them, else as a file that opens. What is printed is counted. */
export async function printBoxes(ids: readonly (number | string)[]): Promise<void> {
  const make = (formato: string): Promise<unknown> =>
    post(`${RESOURCE}/getPrintFileEtiqueta`, { id_list: ids, formato })
  const title = 'As etiquetas'
  try {
    if (!(await printLabels({ key: `separacao ${ids.join()}`, use: 'separacao', title, make })))
      openFile(await make('pdf'))
    announce(RESOURCE)
  } catch (error) {
    toast.error(error, 'Não foi possível imprimir')
  }
}
