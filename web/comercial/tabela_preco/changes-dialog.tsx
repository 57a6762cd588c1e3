import type { ReactElement } from 'react'
import { mayEdit } from '../../app/access'
import { rights } from '../../app/session'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { counted, formatDateTime } from '../../ui/format'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, isSet, rowsOf, textOf, type Row } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'
import { givePricesBack } from './undo-prices'

const CHANGES = 'comercial/tabela_preco_alteracao'
const SHOWN = 50

interface ChangesProps {
  readonly table: Row
  readonly onClose: () => void
}

/** What was done to many prices of a table at once, the last first; what nobody took back yet is given back from here. */
export function ChangesDialog({ table, onClose }: ChangesProps): ReactElement {
  const where = encodeURIComponent(JSON.stringify({ tabela_preco_id: table.id }))
  const answer = useLoaded(`${CHANGES}?where=${where}&perPage=${SHOWN}&orderBy=id&sortedBy=desc`, CHANGES)
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  const editable = mayEdit(rights.peek(), 'tabela_preco')
  const footer = (
    <>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
    </>
  )
  return (
    <Dialog title={`Alterações de preços: ${textOf(table.descricao)}`} size="lg" onClose={onClose} footer={footer}>
      <div className="dialog-body stack">
        {answer !== null && rows.length === 0 ? <EmptyState text="Nenhuma alteração em conjunto" /> : null}
        <table className="plain">
          <thead>
            <tr>
              <th scope="col">Quando</th>
              <th scope="col">Quem</th>
              <th scope="col">O que mudou</th>
              <th scope="col">
                <span className="sr-only">Desfazer</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>{formatDateTime(row.criado_em).slice(0, 16)}</td>
                <td>{textOf(getPath(row, 'user.name'))}</td>
                <td>
                  {textOf(row.xAlteracao)} · {counted(Number(row.nPrecos), 'preço', 'preços')}
                </td>
                <td>
                  {isSet(row.dhDesfeita) ? (
                    'Desfeita'
                  ) : editable ? (
                    <Button
                      kind="quiet"
                      icon="undo"
                      onClick={() => void givePricesBack(textOf(table.id), textOf(row.id))}
                    >
                      Desfazer
                    </Button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
