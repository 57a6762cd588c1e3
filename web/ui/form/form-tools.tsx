import { useEffect, type ReactElement, type ReactNode } from 'react'
import type { Life } from '../../../core/lifecycle/life'
import { needOf } from '../../app/access'
import { showFicha } from '../../app/ficha'
import { hasFicha } from '../../app/ficha-target'
import { remember } from '../../app/recents'
import type { ModalProps } from '../../app/registry'
import { IconButton } from '../button'
import { DocumentTitle } from '../documents/document-title'
import { Rail } from '../documents/rail'
import { chipOf } from '../documents/state'
import type { Row } from '../row'
import { WhyNot } from '../why-not'

interface ToolsProps {
  readonly modal: ModalProps
  readonly resource: string
  readonly life?: Life | undefined
  readonly record: Row | undefined
  readonly onHistory: () => void
}

/** Beside the heading: where the document stands, why it may only be looked at, the view of its life, its history. */
export function FormTools({ modal, resource, life, record, onHistory }: ToolsProps): ReactElement {
  const action = record === undefined && modal.id === 'new' ? 'create' : 'edit'
  const show = (): void => {
    if (record !== undefined) showFicha({ resource, id: String(record.id) })
  }
  return (
    <>
      {life === undefined || record === undefined ? null : <Rail life={life} record={record} />}
      <WhyNot need={needOf(modal.right, action)} what="Somente leitura" />
      {record !== undefined && hasFicha(resource) ? (
        <IconButton icon="chart" label="Ficha" hotkey="ficha" onClick={show} />
      ) : null}
      {record === undefined ? null : <IconButton icon="history" label="Histórico" onClick={onHistory} />}
    </>
  )
}

interface Titled {
  readonly name: string
  readonly title?: ((row: Row) => ReactNode) | undefined
  readonly life?: Life | undefined
}

/** What a form is headed by: a document with the chip of where it stands. */
export function titleOf({ name, title, life }: Titled, record: Row | undefined, loading: boolean): ReactNode {
  if (record === undefined) return loading ? name : `Novo registro · ${name}`
  const told = title?.(record) ?? `${name} ${record.id}`
  return life === undefined ? told : <DocumentTitle chip={chipOf(life, record)}>{told}</DocumentTitle>
}

interface Remembered {
  readonly name: string
  readonly title?: ((row: Row) => ReactNode) | undefined
  readonly modal: ModalProps
}

/** Notes the record among those that were opened last, once it is there. */
export function useRemembered({ name, title, modal }: Remembered, record: Row | undefined): void {
  const told = record === undefined ? undefined : (title?.(record) ?? `${name} ${record.id}`)
  const { path } = modal
  useEffect(() => {
    if (path !== undefined && typeof told === 'string') remember({ path, title: told })
  }, [path, told])
}
