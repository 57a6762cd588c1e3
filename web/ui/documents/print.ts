import { useKeys } from '../../app/keys'
import type { MenuItem } from '../menu'
import type { Row } from '../row'
import type { TableAction } from '../table/verbs'
import { because, settled, type DocumentVerbs, type OpenDocument } from './use-verbs'

/** How many records go into one file. */
const MOST = 200

/** Opens what the server draws in a window of its own. */
export const openAside = (address: string): void => void window.open(address, '_blank', 'noopener')

const printAddress = (resource: string, ids: readonly (number | string)[]): string =>
  ids.length === 1 ? `/reporting/pdf/${resource}?id=${ids.join()}` : `/reporting/lote/${resource}?id_list=${ids.join()}`

/** A verb that opens what the server makes of the record as it is saved, in a window of its own. */
export const opens =
  (address: (id: Row['id']) => string) =>
  async (doc: OpenDocument): Promise<void> => {
    const record = await settled(doc)
    if (record !== undefined) openAside(address(record.id))
  }

/** A verb that prints the record. */
export const prints = (resource: string): ((doc: OpenDocument) => Promise<void>) =>
  opens((id) => printAddress(resource, [id]))

/** Prints the document of a form, by the name of its resource, also with Ctrl+P: an item of its menu. `imprime` is among the verbs that change nothing. */
export function usePrint({ run, reason }: DocumentVerbs, resource: string, label = 'Imprimir'): MenuItem {
  const print = (): void => run('imprime', prints(resource))
  useKeys({ print })
  return { label, icon: 'print', hotkey: 'print', onSelect: print, ...because(reason('imprime')) }
}

/** Prints the chosen records of a list, together. */
export const printAction = (resource: string): TableAction => ({
  label: 'Imprimir',
  icon: 'print',
  run: (rows) =>
    openAside(
      printAddress(
        resource,
        rows.map((row) => row.id),
      ),
    ),
  reason: (rows) => (rows.length > MOST ? `Escolha até ${MOST} registros para imprimir.` : undefined),
})
