import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  mercadoriaCaracteristicaFields,
  mercadoriaCaracteristicaInsumoFields,
} from '../../../core/fields/estoque/caracteristica'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import type { ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { fieldsOf } from '../../ui/fields-of'
import { ChildList } from '../../ui/form/child-list'
import { useForm } from '../../ui/form/context'
import { PRODUCT } from '../../ui/form/product'
import { ResourceForm } from '../../ui/form/resource-form'
import { RowCombobox } from '../../ui/form/row-combobox'
import { counted, displayName, formatMoney } from '../../ui/format'
import { ListField } from '../../ui/lines/list-field'
import { linesOf } from '../../ui/lines/lines-state'
import { EmptyState } from '../../ui/pieces'
import { getPath, isRecord, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

const RESOURCE = 'estoque/mercadoria_caracteristica'
const { Field, ReferenceField, defaults } = fieldsOf(mercadoriaCaracteristicaFields)
const supply = fieldsOf(mercadoriaCaracteristicaInsumoFields)

const describe = (row: Row): string => {
  const price = Number(row.vAcrescimo ?? 0)
  const parts = [`${displayName(row.caracteristica_grupo)}: ${textOf(row.descricao)}`]
  return [...parts, ...(price === 0 ? [] : [formatMoney(price)]), ...(row.ativo === false ? ['inativa'] : [])].join(
    ' · ',
  )
}

/** What the product can be made with, and how it may be taken over from another. */
export function CharacteristicsTab({ modal }: { readonly modal: ModalProps }): ReactElement {
  useSignals()
  const form = useForm()
  const [copying, setCopying] = useState(false)
  const id = form.record.value?.id
  return (
    <div className="stack">
      <ChildList
        modal={modal}
        label="Características"
        resource={RESOURCE}
        field="mercadoria_id"
        segment="mercadoria_caracteristica"
        describe={describe}
        unsaved="Salve o produto antes de copiar características"
      />
      {form.readOnly.value || id === undefined ? null : (
        <span>
          <Button icon="columns" onClick={() => setCopying(true)}>
            Copiar de outro produto
          </Button>
        </span>
      )}
      {copying && id !== undefined ? <CopyDialog target={id} onClose={() => setCopying(false)} /> : null}
    </div>
  )
}

const toggled = (chosen: ReadonlySet<number>, id: number): ReadonlySet<number> => {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

interface CopyProps {
  readonly target: number | string
  readonly onClose: () => void
}

/** Takes over characteristics of another product: all of them, or those that are chosen. */
function CopyDialog({ target, onClose }: CopyProps): ReactElement {
  const [source, setSource] = useState<Row | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const copy = async (action: string, body: object): Promise<void> => {
    try {
      const answer = await post(`${RESOURCE}/${target}/${action}`, body)
      const [count, left] = ['copiadas', 'ignoradas'].map((name) => Number(getPath(answer, name) ?? 0))
      const had = left ? ` O produto já tinha ${left}.` : ''
      toast.success(`${counted(count ?? 0, 'característica copiada', 'características copiadas')}.${had}`)
      announce(RESOURCE)
      onClose()
    } catch (error) {
      toast.error(error, 'Erro ao copiar características')
    }
  }
  const footer = (
    <>
      <Button onClick={() => void copy('copiarCaracteristicas', { mercadoria_origem_id: source?.id ?? null })}>
        Copiar todas
      </Button>
      <span className="spacer" />
      <Button onClick={onClose}>Voltar</Button>
      <Button
        kind="primary"
        onClick={() => void copy('copiarCaracteristicasSelecionadas', { caracteristicas: [...chosen] })}
      >
        Copiar selecionadas
      </Button>
    </>
  )
  return (
    <Dialog title="Copiar características" size="md" onClose={onClose} footer={footer}>
      <div className="dialog-text stack">
        <RowCombobox
          {...PRODUCT}
          minChars={2}
          label="Produto de origem"
          current={source}
          show={displayName}
          onPick={(row) => {
            setSource(row)
            setChosen(new Set())
          }}
        />
        {source === null ? null : (
          <Options source={source} chosen={chosen} onToggle={(id) => setChosen(toggled(chosen, id))} />
        )}
      </div>
    </Dialog>
  )
}

interface OptionsProps {
  readonly source: Row
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (id: number) => void
}

function Options({ source, chosen, onToggle }: OptionsProps): ReactElement {
  const where = encodeURIComponent(JSON.stringify({ mercadoria_id: Number(source.id) }))
  const answer = useLoaded(`${RESOURCE}?where=${where}&perPage=200&orderBy=id&sortedBy=asc`, RESOURCE)
  const rows = isRecord(answer) ? rowsOf(answer.data) : []
  if (rows.length === 0) return <EmptyState text="Este produto não tem características" />
  return (
    <ul className="plain">
      {rows.map((row) => {
        const id = numberOf(row.id) ?? 0
        return (
          <li key={row.id}>
            <label>
              <input type="checkbox" checked={chosen.has(id)} onChange={() => onToggle(id)} /> {describe(row)}
            </label>
          </li>
        )
      })}
    </ul>
  )
}

const supplies = [
  supply.lineTo('mercadoria_id', 'mercadoria', { ...PRODUCT, minChars: 2 }),
  supply.line('quantidade', { width: 120, editable: true }),
  supply.lineTo('no_lugar_de_id', 'mercadoria', { ...PRODUCT, minChars: 2 }),
]

const shape = (values: Values): Values => ({
  ...values,
  ...(values.insumos === undefined
    ? {}
    : {
        insumos: linesOf(values.insumos).map(({ id, mercadoria_id, quantidade, no_lugar_de_id }) => ({
          id,
          mercadoria_id,
          quantidade,
          no_lugar_de_id: no_lugar_de_id ?? null,
        })),
      }),
})

/** A characteristic of a product, with what it draws. */
export function CharacteristicForm(modal: ModalProps): ReactElement {
  const mercadoria_id = Number(modal.params.id)
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Característica"
      title={(row) => textOf(row.descricao)}
      defaults={{ ...defaults, mercadoria_id, insumos: [] }}
      shape={shape}
    >
      <ReferenceField name="caracteristica_grupo_id" resource="estoque/mercadoria_caracteristica_grupo" span={6} />
      <Field name="descricao" span={6} />
      <Field name="custo_un" span={4} />
      <Field name="vAcrescimoFixo" span={4} help="Vazio, acresce o que custa" />
      <Field name="ativo" span={4} />
      <ListField name="insumos" label="Insumos para uma unidade" columns={supplies} blank={{ quantidade: 1 }} />
    </ResourceForm>
  )
}
