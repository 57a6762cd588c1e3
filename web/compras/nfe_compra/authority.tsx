import type { ReactElement } from 'react'
import { post } from '../../app/api'
import { toast } from '../../app/toasts'
import { AskDialog } from '../../ui/form/ask-dialog'
import type { FormModel } from '../../ui/form/form-model'
import { fieldsOf } from '../../ui/fields-of'
import { nfeCompraFields } from '../../../core/fields/compras/nfe-compra'
import { formatDateTime } from '../../ui/format'
import { getPath, isRecord, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

const PATH = 'compras/nfe_compra'
const FAILED = 'Não foi possível buscar na SEFAZ'
const { Field } = fieldsOf(nfeCompraFields)

/** Sends what asks the authority for notes; they come by themselves when it has answered. True when it was asked. */
async function ask(path: string, body: Values, form?: FormModel): Promise<boolean> {
  try {
    const answer = await post(path, body)
    toast.success(isRecord(answer) ? textOf(answer.message) : '')
    return true
  } catch (error) {
    toast.error(error, FAILED, '', form)
    return false
  }
}

/** The notes that were issued to the company since they were last fetched. */
export const fetchNotes = (): Promise<boolean> => ask(`${PATH}/all/updateDFe`, {})

/** One note by its key. */
export const fetchByKey = (chave: string, form?: FormModel): Promise<boolean> =>
  ask(`${PATH}/all/importarNFeChave`, { chave }, form)

/** The XML of a note of which there is the summary alone. */
export const fetchXml = ({ id }: Row): Promise<boolean> => ask(`${PATH}/${id}/forcaDownload`, {})

/** When the authority was asked, what it said, and when it may be asked again. */
export function LastFetch(): ReactElement | null {
  const loaded = useLoaded('compras/dfe_cursor?orderBy=dhConsulta&sortedBy=desc&perPage=1', 'dfe_cursor')
  const [last] = rowsOf(getPath(loaded, 'data'))
  if (last === undefined || textOf(last.dhConsulta) === '') return null
  const after = textOf(last.dhProxima)
  const next = after === '' ? '' : ` Nova busca a partir de ${formatDateTime(after)}.`
  return (
    <p role="status" className="last-fetch">
      {`Última busca em ${formatDateTime(last.dhConsulta)}: ${textOf(last.xMotivo)}.${next}`}
    </p>
  )
}

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
