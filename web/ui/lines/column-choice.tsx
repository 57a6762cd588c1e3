import { useState, type ReactElement } from 'react'
import { array, safeParse, string } from 'valibot'
import { readStored, writeStored } from '../../app/storage'
import { Menu } from '../menu'
import type { LineColumn } from './lines-state'

const Fields = array(string())

interface ColumnChoice {
  readonly shown: readonly LineColumn[]
  readonly menu: ReactElement | null
}

/** The columns of a list as its person chose them, on this device. */
export function useColumnChoice(label: string, columns: readonly LineColumn[]): ColumnChoice {
  const key = `itens.${label}`
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const stored = safeParse(Fields, readStored(key))
    return stored.success ? stored.output : []
  })
  const toggle = (field: string): void => {
    const next = chosen.includes(field) ? chosen.filter((one) => one !== field) : [...chosen, field]
    writeStored(key, next)
    setChosen(next)
  }
  const optional = columns.filter((column) => column.optional === true)
  return {
    shown: columns.filter((column) => column.optional !== true || chosen.includes(column.field)),
    menu:
      optional.length === 0 ? null : (
        <Menu
          label=""
          icon="columns"
          title="Colunas dos itens"
          name="Colunas dos itens"
          align="end"
          className="btn-icon"
          items={optional.map((column) => ({
            label: column.label,
            checked: chosen.includes(column.field),
            onSelect: () => toggle(column.field),
          }))}
        />
      ),
  }
}
