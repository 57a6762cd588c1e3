import { useState, type ReactElement } from 'react'
import { Button } from '../button'
import { MenuList, type MenuItem } from '../menu'
import { Popover } from '../popover'
import type { Column } from './columns'
import { counts } from './list-api'
import { applyView, toQuery, type TableState } from './table-state'
import type { Table } from './use-table'

interface ViewsProps {
  readonly table: Table
  readonly initial: TableState
  readonly columns: readonly Column[]
  readonly openViews: number
}

/** A choice that is done with its menu. */
export function closing(item: MenuItem, close: () => void): MenuItem {
  return {
    ...item,
    onSelect: () => {
      close()
      item.onSelect()
    },
  }
}

/** Views shipped and kept, each with how many rows it has now: counted when the menu opens, and never waited for. */
export function ViewsMenu({ table, initial, columns, openViews }: ViewsProps): ReactElement {
  const [name, setName] = useState('')
  const [found, setFound] = useState<readonly string[]>([])
  const { state, views } = table
  const all: MenuItem = { label: 'Todos', checked: state.view === '', onSelect: () => table.setState(initial) }
  const items = views.map((view, at) => ({
    label: view.name,
    checked: view.name === state.view,
    onSelect: () => table.setState(applyView(view, initial)),
    ...(found[at] === undefined ? {} : { note: found[at] }),
  }))
  const count = async (): Promise<void> => {
    const asked = views.map((view) => toQuery({ state: applyView(view, initial), columns, views, where: table.where }))
    // Views are named without their counts as well.
    setFound(await counts(table.model.resource, asked).catch(() => []))
  }
  return (
    <Popover
      label={state.view === '' ? 'Visões' : state.view}
      icon="tag"
      openCount={openViews}
      onOpen={() => void count()}
    >
      {(close) => (
        <div className="popover-stack">
          <MenuList label="Visões" close={close} items={[all, ...items].map((item) => closing(item, close))} />
          <form
            className="popover-form"
            onSubmit={(event) => {
              event.preventDefault()
              if (name.trim() !== '') table.saveView(name.trim())
              setName('')
              close()
            }}
          >
            <input
              className="input"
              aria-label="Nome da visão"
              placeholder="Salvar como…"
              maxLength={40}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit">Salvar</Button>
          </form>
          {table.ownViews.includes(state.view) ? (
            <Button kind="danger" icon="trash" onClick={() => table.dropView(state.view)}>
              Excluir “{state.view}”
            </Button>
          ) : null}
        </div>
      )}
    </Popover>
  )
}
