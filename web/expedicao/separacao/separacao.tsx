import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  separacaoComputed,
  separacaoFields,
  separacaoMercadoriaComputed,
  separacaoMercadoriaFields,
  separacaoVendaFields,
} from '../../../core/fields/expedicao/separacao'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { open } from '../../app/navigation'
import { screen, type ModalProps } from '../../app/registry'
import { toast } from '../../app/toasts'
import { DocumentTable } from '../../ui/documents/document-table'
import { LifeBar, type How } from '../../ui/documents/life-bar'
import { openAside, opens } from '../../ui/documents/print'
import { settled, type DocumentVerbs, type OpenDocument } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { reloadForm } from '../../ui/form/save'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { counted, formatQuantity } from '../../ui/format'
import { lazyModal } from '../../ui/lazy-modal'
import type { MenuItem } from '../../ui/menu'
import { getPath, isRecord, numberOf, rowsOf, textOf, type Row } from '../../ui/row'
import { useSlips } from '../../ui/scan/use-scanned'
import type { Column } from '../../ui/table/columns'
import type { TableAction } from '../../ui/table/verbs'
import { useLoaded } from '../../ui/use-loaded'
import { CustomFields } from './custom-fields'
import { checkOrder, KIND, PATH, RESOURCE } from './kind'
import { printBoxes } from './labels'

const head = fieldsOf({ ...separacaoFields, ...separacaoComputed }, KIND.life)
const line = fieldsOf({ ...separacaoMercadoriaFields, ...separacaoMercadoriaComputed })
const document = fieldsOf(separacaoVendaFields)
/** Figures of its lines are neither sorted nor filtered by. */
const SHOWN = { sort: false, filter: 'none', card: 'none' } as const

const columns: readonly Column[] = [
  head.column('id', { label: 'Número', width: 90, card: 'title' }),
  head.column('criado_em', { label: 'Data', width: 150, card: 'sub' }),
  head.column('armazem.xNome', { label: 'Armazém', card: 'sub' }),
  head.column('documentos', { width: 110, ...SHOWN }),
  head.column('itens', { width: 80, ...SHOWN, card: 'value' }),
  head.column('separados', { width: 100, ...SHOWN }),
  head.column('faltas', { width: 80, ...SHOWN }),
  head.column('user.name', { label: 'Separador', width: 140, card: 'none' }),
  head.column('dhImpressao', { width: 150, hidden: true }),
  head.column('obs', { hidden: true }),
]

const MOST_PRINTED = 200

/** Prints orders, and marks them as printed. */
async function print(ids: readonly (number | string)[]): Promise<void> {
  openAside(`/api/${RESOURCE}/print/printAll?ids=${ids.join()}`)
  try {
    await post(`${RESOURCE}/setImpressos`, { ids })
    announce(RESOURCE)
  } catch (error) {
    toast.error(error, 'Não foi possível imprimir')
  }
}

async function group(ids: readonly (number | string)[]): Promise<void> {
  try {
    const answer = await post(`${RESOURCE}/agrupa`, { ids })
    announce(RESOURCE)
    const id = textOf(getPath(answer, 'id'))
    toast.success(
      `Separação ${id}: ${counted(numberOf(getPath(answer, 'documentos')) ?? 0, 'documento', 'documentos')} numa só caminhada.`,
    )
    open(`${PATH}/edit/${id}`)
  } catch (error) {
    toast.error(error, 'Não foi possível agrupar')
  }
}

const idsOf = (rows: readonly Row[]): readonly (number | string)[] => rows.map((row) => row.id)

const tooMany = (rows: readonly Row[]): string | undefined =>
  rows.length > MOST_PRINTED ? `Escolha até ${MOST_PRINTED} separações para imprimir.` : undefined

const ACTIONS: readonly TableAction[] = [
  {
    label: 'Agrupar numa caminhada',
    icon: 'box',
    run: (rows) => group(idsOf(rows)),
    reason: (rows) => (rows.length < 2 ? 'Selecione ao menos duas separações.' : undefined),
  },
  {
    label: 'Etiquetas dos volumes',
    icon: 'tag',
    run: (rows) => printBoxes(idsOf(rows)),
    reason: tooMany,
  },
  {
    label: 'Imprimir',
    icon: 'print',
    run: (rows) => print(idsOf(rows)),
    reason: tooMany,
  },
]

const VIEWS = [
  ...['aberta', 'iniciada', 'separada', 'conferida'].map((name) => {
    const { plural, n } = KIND.life.states[name] ?? { plural: name, n: 0 }
    return { name: plural, where: { status: n } }
  }),
  { name: 'Minhas', custom: { minhas: true } },
  { name: 'Não impressas', where: { status: [0, 1] }, custom: { nao_impressas: true } },
  { name: 'A guardar', custom: { a_guardar: true } },
]

const EMPTY = {
  text: 'Separações nascem das vendas expedidas e das saídas, nos armazéns que usam separação.',
  to: { path: '/ui/estoque/armazem_logistico', label: 'Abrir os armazéns' },
}

function Separacoes(): ReactElement {
  useSlips('coleta')
  return (
    <DocumentTable
      kind={KIND}
      stateWidth={160}
      columns={columns}
      views={VIEWS}
      actions={ACTIONS}
      create="Nova caminhada"
      empty={EMPTY}
    />
  )
}

const HOW: Readonly<Record<string, How>> = {
  confere: {
    run: async (doc) => {
      const record = await settled(doc)
      if (record !== undefined && (await checkOrder(record.id))) await reloadForm(doc.form, RESOURCE)
    },
  },
}

const PAPERS = [
  ['separacao', 'Caminhada'],
  ['separacao_mercadoria_romaneio', 'Romaneio'],
  ['separacao_agrupada', 'Agrupada por local'],
  ['separacao_lote_sku', 'Por mercadoria e lote'],
  ['separacao_agrupada_venda', 'Agrupada por documento'],
] as const

const papers = ({ run }: DocumentVerbs): readonly MenuItem[] => [
  ...PAPERS.map(([name, label]): MenuItem => ({
    label: `Imprimir: ${label}`,
    icon: 'print',
    onSelect: () =>
      run(
        'imprime',
        opens((id) => `/reporting/pdf/${name}?id=${id}`),
      ),
  })),
  { label: 'Etiquetas dos volumes', icon: 'tag', onSelect: () => run('imprime', boxLabels) },
  { label: 'Separar com leitor', icon: 'tag', onSelect: () => run('imprime', walkOf('coleta')) },
  { label: 'Conferir com leitor', icon: 'check', onSelect: () => run('imprime', walkOf('conferencia')) },
]

const boxLabels = async (doc: OpenDocument): Promise<void> => {
  const record = await settled(doc)
  if (record !== undefined) await printBoxes([record.id])
}

const walkOf = (screenName: 'coleta' | 'conferencia') => async (doc: OpenDocument) => {
  const record = await settled(doc)
  if (record !== undefined) open(`${PATH}/edit/${record.id}/${screenName}`)
}

function Lines(): ReactElement | null {
  useSignals()
  const id = useForm().record.value?.id
  return id === undefined ? null : <Walk id={id} />
}

/** What is to be fetched, in the order of the walk. */
function Walk({ id }: Pick<Row, 'id'>): ReactElement {
  const answer = useLoaded(`${RESOURCE}/${id}/caminho`, 'separacao')
  const tasks = isRecord(answer) ? rowsOf(answer.tarefas) : []
  if (tasks.length === 0) return <p className="field-help">Nada a separar.</p>
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">Local</th>
          <th scope="col">Mercadoria</th>
          <th scope="col">Lote</th>
          <th scope="col">Para</th>
          <th scope="col" className="end">
            Quantidade
          </th>
          <th scope="col" className="end">
            Separada
          </th>
          <th scope="col">Falta</th>
        </tr>
      </thead>
      <tbody>
        {tasks.map((one) => (
          <tr key={one.id}>
            <td>{textOf(one.local)}</td>
            <td>{textOf(one.xProd)}</td>
            <td>{textOf(one.nLote)}</td>
            <td>
              {document.word('documento', one.documento)} {textOf(one.documento_id)}
              {one.cancelado === true ? ' (cancelado)' : ''}
            </td>
            <td className="end">
              {formatQuantity(one.qTrib, 4)} {textOf(one.un)}
            </td>
            <td className="end">{formatQuantity(one.qSeparada, 4)}</td>
            <td>{line.word('motivo', one.motivo)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SeparacaoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Separação"
      title={(row) => `Separação ${textOf(row.id)}`}
      defaults={head.defaults}
      stay
      life={KIND.life}
      onLoad={(_row, form) => form.showTab(1)}
      actions={<LifeBar kind={KIND} how={HOW} items={papers} />}
    >
      <Tab label="Separação">
        <head.ReferenceField name="armazem_id" resource="estoque/armazem" minChars={0} span={6} />
        <head.Field name="tipo" span={6} />
        <head.Field name="obs" kind="textarea" span={12} />
        <CustomFields />
      </Tab>
      <Tab label="Itens" needsRecord free>
        <Lines />
      </Tab>
    </ResourceForm>
  )
}

export const separacao = screen({
  path: PATH,
  title: 'Separação',
  area: 'Expedição',
  right: 'separacao',
  component: Separacoes,
  modals: {
    'edit/:id': { component: SeparacaoForm, size: 'xl' },
    'edit/:id/coleta': { component: lazyModal(async () => (await import('./walk')).Walking), size: 'full' },
    'edit/:id/conferencia': { component: lazyModal(async () => (await import('./check')).Checking), size: 'full' },
  },
})
