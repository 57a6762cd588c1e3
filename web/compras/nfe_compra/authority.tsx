import type { ReactElement } from 'react'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { FormModel } from '../../ui/form/form-model'
import { fieldsOf } from '../../ui/fields-of'
import { nfeCompraFields } from '../../../core/fields/compras/nfe-compra'
import { textOf, type Row } from '../../ui/row'
import { askSefaz } from '../ask-sefaz'

const PATH = 'compras/nfe_compra'
const { Field } = fieldsOf(nfeCompraFields)

/** The notes that were issued to the company since they were last fetched. */
export const fetchNotes = (): Promise<boolean> => askSefaz(`${PATH}/all/updateDFe`, {})

/** One note by its key. */
export const fetchByKey = (chave: string, form?: FormModel): Promise<boolean> =>
  askSefaz(`${PATH}/all/importarNFeChave`, { chave }, form)

/** The XML of a note of which there is the summary alone. */
export const fetchXml = ({ id }: Row): Promise<boolean> => askSefaz(`${PATH}/${id}/forcaDownload`, {})

/** Asks for the key of one note, typed or scanned from its paper. */
export function FetchByKey({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <AskDialog
      title="Buscar pela chave"
      action="Buscar"
      initial={{}}
      onGo={({ chave }, form) => fetchByKey(textOf(chave), form)}
      onClose={onClose}
    >
      <Field name="chave" span={12} />
    </AskDialog>
  )
}
