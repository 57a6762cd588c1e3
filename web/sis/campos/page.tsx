import { useState, type DragEvent, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { CUSTOM_WORDS } from '../../../core/custom/kinds'
import { type CustomField, customFieldOf } from '../../../core/custom/definition'
import { EXTENSIBLE } from '../../../core/custom/extensible'
import { post, put } from '../../app/api'
import { announce } from '../../app/events'
import { useKeys } from '../../app/keys'
import { open } from '../../app/navigation'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { addStyle } from '../../ui/later-style'
import { textOf, type Row } from '../../ui/row'
import { useRows } from '../../ui/use-loaded'
import { PATH, RESOURCE } from './resource'
import style from './campos.css' with { type: 'text' }

addStyle(style)

const ALIASES = Object.entries(EXTENSIBLE)

interface Placed {
  readonly row: Row
  readonly field: CustomField
}

const placed = (row: Row): Placed => ({ row, field: customFieldOf({ padrao: null, ...row }) })

/** Saves the order of the fields. */
async function saveOrder(alias: string, fields: readonly Placed[]): Promise<void> {
  try {
    await post(`${RESOURCE}/ordena`, { alias, ids: fields.map(({ row }) => row.id) })
  } catch (error) {
    toast.error(error)
  }
  announce('custom_field')
}

async function saveWidth({ row, field }: Placed, col: number): Promise<void> {
  try {
    await put(`${RESOURCE}/${row.id}`, { layout: { ...field.layout, col }, versao: row.versao })
  } catch (error) {
    toast.error(error)
  }
  announce('custom_field')
}

/** The fields that a company added to a register or document, as its form shows them: dragged to their place, or moved by keys. */
export function Campos(): ReactElement {
  useSignals()
  const [alias, setAlias] = useState(() => new URLSearchParams(location.search).get('alias') ?? 'cliente')
  const rows = useRows(RESOURCE, { where: { alias }, orderBy: 'order' })
  const fields = (rows ?? [])
    .map(placed)
    .toSorted((a, b) => a.field.order - b.field.order || Number(a.row.id) - Number(b.row.id))
  const create = (): void => open(`${PATH}/edit/new?alias=${alias}`)
  useKeys({ list_new: create })
  const move = (from: number, to: number): void => {
    const next = [...fields]
    const [one] = next.splice(from, 1)
    if (one === undefined || to < 0 || to > next.length) return
    next.splice(to, 0, one)
    void saveOrder(alias, next)
  }
  return (
    <div className="own-editor">
      <h1>Campos personalizados</h1>
      <div className="own-editor-bar">
        <label>
          Cadastro
          <select
            className="input"
            value={alias}
            onChange={({ target }) => {
              setAlias(target.value)
              history.replaceState(history.state, '', `${PATH}?alias=${target.value}`)
            }}
          >
            {ALIASES.map(([name, word]) => (
              <option key={name} value={name}>
                {word}
              </option>
            ))}
          </select>
        </label>
        <span className="spacer" />
        <Button kind="primary" icon="add" hotkey="list_new" onClick={create}>
          Novo campo
        </Button>
      </div>
      {rows === null ? null : fields.length === 0 ? (
        <p className="own-editor-empty">
          Este cadastro ainda não tem campos próprios. O que você criar aparece no formulário, na lista, nas exportações
          e no histórico.
        </p>
      ) : (
        <ol className="own-editor-grid" aria-label={`Campos de ${EXTENSIBLE[alias] ?? alias}`}>
          {fields.map((one, at) => (
            <Block key={one.row.id} one={one} at={at} last={at === fields.length - 1} onMove={move} />
          ))}
        </ol>
      )}
    </div>
  )
}

interface BlockProps {
  readonly one: Placed
  readonly at: number
  readonly last: boolean
  readonly onMove: (from: number, to: number) => void
}

const DRAGGED = 'text/x-prumo-campo'

/** A field as it stands on its form: what it is, and what changes its place and width. */
function Block({ one, at, last, onMove }: BlockProps): ReactElement {
  const { row, field } = one
  const { col, offset } = field.layout
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    const from = Number(event.dataTransfer.getData(DRAGGED))
    if (from !== at) onMove(from, at)
  }
  const free = offset === 0 ? null : <li className="own-gap" style={{ gridColumn: `span ${offset}` }} role="none" />
  const block = (
    <li
      className="own-editor-block"
      style={{ gridColumn: `span ${col}` }}
      data-key={field.key}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, String(at))
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <a href={`${PATH}/edit/${row.id}`} className="own-editor-name">
        {field.label}
        {field.required ? <i className="required" title="obrigatório" /> : null}
      </a>
      <span className="own-editor-kind">
        {CUSTOM_WORDS[field.type]} · {textOf(field.key)}
      </span>
      {row.ativo === false ? <Chip word="Fora de uso" hue="cinza" /> : null}
      <span className="own-editor-tools">
        <Tool sign="←" label={`${field.label}: antes`} disabled={at === 0} onPress={() => onMove(at, at - 1)} />
        <Tool sign="→" label={`${field.label}: depois`} disabled={last} onPress={() => onMove(at, at + 1)} />
        <Tool
          sign="−"
          label={`${field.label}: mais estreito`}
          disabled={col <= 1}
          onPress={() => void saveWidth(one, col - 1)}
        />
        <span title="Largura em 12 colunas">{col}</span>
        <Tool
          sign="+"
          label={`${field.label}: mais largo`}
          disabled={col >= 12}
          onPress={() => void saveWidth(one, col + 1)}
        />
      </span>
    </li>
  )
  return (
    <>
      {free}
      {block}
    </>
  )
}

interface ToolProps {
  readonly sign: string
  readonly label: string
  readonly disabled: boolean
  readonly onPress: () => void
}

const Tool = ({ sign, label, disabled, onPress }: ToolProps): ReactElement => (
  <button type="button" className="icon-btn" aria-label={label} title={label} disabled={disabled} onClick={onPress}>
    {sign}
  </button>
)
