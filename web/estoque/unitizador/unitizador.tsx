import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { entradaMercadoriaEtiquetaComputed } from '../../../core/fields/estoque/etiqueta-entrada'
import { unitizadorComputed, unitizadorFields } from '../../../core/fields/estoque/unitizador'
import { unitizadorLife } from '../../../core/lifecycle/unitizador'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { open } from '../../app/navigation'
import { screen, type ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { printLabels } from '../../devices/printing'
import { Button } from '../../ui/button'
import { DocumentTable } from '../../ui/documents/document-table'
import type { DocumentKind } from '../../ui/documents/kind'
import { LifeBar } from '../../ui/documents/life-bar'
import { placesOf } from '../../ui/documents/places'
import { useVerbs } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import { Following } from '../../ui/form/following'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { counted, formatQuantity } from '../../ui/format'
import { lazyModal } from '../../ui/lazy-modal'
import { openFile } from '../../ui/open-file'
import { isRecord, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { useLoaded } from '../../ui/use-loaded'

const RESOURCE = 'estoque/unitizador'
const PATH = '/ui/estoque/unitizador'
const KIND: DocumentKind = { life: unitizadorLife, resource: RESOURCE, name: 'unitizador', right: 'entrada' }
const LABELS = 'entrada_mercadoria_etiqueta'
const MOST_SHOWN = 200

const unit = fieldsOf({ ...unitizadorFields, ...unitizadorComputed }, unitizadorLife)
const label = fieldsOf(entradaMercadoriaEtiquetaComputed)

const columns: readonly Column[] = [
  unit.column('codBar', { width: 190, card: 'title' }),
  unit.column('tipo', { width: 110, card: 'sub' }),
  unit.column('armazenamento.codigo', { label: 'Local', width: 120 }),
  unit.column('qEtiquetas', { width: 100, card: 'value' }),
  unit.column('criado_em', { label: 'Aberto em', width: 150 }),
]

const EMPTY = { text: 'Abra um palete ou uma caixa, ponha nele as etiquetas dos volumes e mova tudo de uma vez.' }

const Unitizadores = (): ReactElement => (
  <DocumentTable kind={KIND} columns={columns} create="Novo unitizador" empty={EMPTY} />
)

/** Prints its label: on this workstation's printer for it, else as a file that opens. What is printed is counted. */
async function print(id: Row['id']): Promise<void> {
  const make = (formato: string): Promise<unknown> => post(`${RESOURCE}/${id}/getprintfile`, { formato })
  try {
    const asked = { key: `unitizador ${id}`, use: 'unitizador', title: 'A etiqueta', make } as const
    if (!(await printLabels(asked))) openFile(await make('pdf'))
    announce(RESOURCE)
  } catch (error) {
    toast.error(error, 'Não foi possível imprimir a etiqueta')
  }
}

/** Where all that is on it goes. */
function Move({ of, onClose }: { readonly of: Row; readonly onClose: () => void }): ReactElement {
  const go = async ({ armazenamento_id }: Values, form: FormModel): Promise<boolean> => {
    try {
      await post(`${RESOURCE}/${of.id}/move`, { armazenamento_id })
      announce(RESOURCE)
      announce(LABELS)
      toast.success('Unitizador movido, com tudo o que está nele.')
      return true
    } catch (error) {
      toast.error(error, 'Não foi possível mover o unitizador', '', form)
      return false
    }
  }
  return (
    <AskDialog title={`Mover ${textOf(of.codBar)}`} action="Mover" initial={{}} onGo={go} onClose={onClose}>
      <unit.ReferenceField
        name="armazenamento_id"
        label="Para o local"
        resource="estoque/armazenamento"
        where={placesOf({ empresa_id: of.empresa_id })}
        required
        span={12}
      />
    </AskDialog>
  )
}

/** What is on it. */
function Content({ of }: { readonly of: Row }): ReactElement {
  const where = encodeURIComponent(JSON.stringify({ unitizador_id: of.id }))
  const answer = useLoaded(
    `${LABELS}?where=${where}&perPage=${MOST_SHOWN}&orderBy=id&sortedBy=asc`,
    `${LABELS} ${RESOURCE}`,
  )
  const labels = isRecord(answer) ? rowsOf(answer.data) : []
  const total = isRecord(answer) ? (numberOf(answer.total) ?? 0) : 0
  if (labels.length === 0) return <p className="field-help">Nenhum volume está nele.</p>
  return (
    <>
      <table className="plain">
        <thead>
          <tr>
            <th scope="col">Etiqueta</th>
            <th scope="col">Mercadoria</th>
            <th scope="col">Lote</th>
            <th scope="col" className="end">
              Quantidade
            </th>
            <th scope="col">Situação</th>
          </tr>
        </thead>
        <tbody>
          {labels.map((one) => (
            <tr key={one.id}>
              <th scope="row">{textOf(one.codigo)}</th>
              <td>{textOf(one.xProd)}</td>
              <td>{textOf(one.nLote)}</td>
              <td className="end">{formatQuantity(one.qMultipla, 4)}</td>
              <td>{label.word('situacao', one.situacao)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > labels.length ? <p className="field-help">Mostrados os primeiros {labels.length}.</p> : null}
    </>
  )
}

/** What is done with what it holds, and what that is. */
function Volumes({ path }: { readonly path: string }): ReactElement | null {
  useSignals()
  const form = useForm()
  const record = form.record.value
  const { reason } = useVerbs({ right: KIND.right, life: KIND.life, savesFirst: [], free: [] })
  const [moving, setMoving] = useState(false)
  if (record === undefined) return null
  const [shut, fixed] = [reason('fecha'), reason('move')]
  return (
    <section className="stack span-12" aria-label="Volumes">
      {/* What is on it, and where it lies, others change too. */}
      <Following resource={RESOURCE} />
      <div className="lines-tools">
        <Button icon="add" {...(shut === undefined ? {} : { reason: shut })} onClick={() => open(`${path}/volumes`)}>
          Pôr e tirar volumes
        </Button>
        <Button {...(fixed === undefined ? {} : { reason: fixed })} onClick={() => setMoving(true)}>
          Mover
        </Button>
        <Button icon="print" onClick={() => void print(record.id)}>
          Imprimir etiqueta
        </Button>
        <span className="spacer" />
        <span className="field-help">{counted(numberOf(record.qEtiquetas) ?? 0, 'volume', 'volumes')}</span>
      </div>
      <Content of={record} />
      {moving ? <Move of={record} onClose={() => setMoving(false)} /> : null}
    </section>
  )
}

function UnitizadorForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Unitizador"
      title={(row) => `${unit.word('tipo', row.tipo)} ${textOf(row.codBar)}`}
      defaults={unit.defaults}
      stay
      life={KIND.life}
      actions={<LifeBar kind={KIND} />}
      createdText="Unitizador aberto."
      savedText="Unitizador salvo."
    >
      <unit.Field name="tipo" span={3} />
      <unit.Field name="codBar" help="O SSCC do fornecedor; vazio, o da nossa etiqueta" span={5} />
      <unit.ReferenceField name="armazenamento_id" resource="estoque/armazenamento" disabled span={4} />
      <Volumes path={modal.path ?? PATH} />
    </ResourceForm>
  )
}

export const unitizador = screen({
  path: PATH,
  title: 'Paletes e caixas',
  area: 'Estoque',
  right: 'entrada',
  component: Unitizadores,
  modals: {
    'edit/:id': { component: UnitizadorForm, size: 'lg' },
    'edit/:id/volumes': {
      component: lazyModal(async () => (await import('./reading')).UnitReading),
      size: 'full',
    },
  },
})
