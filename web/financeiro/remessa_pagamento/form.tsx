import { useContext, useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  descartaFields,
  ITEM,
  remessaPagamentoContaFields,
  remessaPagamentoFields,
} from '../../../core/fields/financeiro/remessa-pagamento'
import { DELIVERED } from '../../../core/fields/financeiro/transmissao'
import { DONE, GONE, OPEN, READY, UNDER_WAY } from '../../../core/lifecycle/life'
import { mayEdit } from '../../app/access'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { act, sentLists } from '../../ui/documents/act'
import { type How, LifeBar } from '../../ui/documents/life-bar'
import { type OpenDocument, settled as saved } from '../../ui/documents/use-verbs'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { SaveContext, useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { reloadForm } from '../../ui/form/save'
import { Tab } from '../../ui/form/tab'
import { counted, formatMoney, localToday } from '../../ui/format'
import { LinesField } from '../../ui/lines/lines-field'
import type { Line, LineColumn } from '../../ui/lines/lines-state'
import { isSet, numberOf, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { deliveryChip, deliveryText, useDelivery } from '../transmissao/delivery'
import { Answers } from './answers'
import { ChooseDialog } from './choose-dialog'
import { ask, download, filesIn, ITEMS, KIND, tell } from './kind'

const head = fieldsOf(remessaPagamentoFields, KIND.life)
const item = fieldsOf(remessaPagamentoContaFields)
const discard = fieldsOf(descartaFields)

const BAD = { hue: 'vermelho', mark: 'dot' } as const
const stateOf = item.chip('situacao', {
  [ITEM.RASCUNHO]: OPEN,
  [ITEM.APROVADO]: READY,
  [ITEM.EM_PROCESSAMENTO]: UNDER_WAY,
  [ITEM.AGENDADO]: UNDER_WAY,
  [ITEM.PAGO]: DONE,
  [ITEM.REJEITADO]: BAD,
  [ITEM.DEVOLVIDO]: BAD,
  [ITEM.CANCELADO]: GONE,
})

const marksOf = (line: Line) => {
  const state = stateOf(line)
  const notice = textOf(line.aviso)
  return [
    ...(state === null ? [] : [{ ...state, why: textOf(line.motivo) || state.word }]),
    ...(notice === '' ? [] : [{ ...BAD, word: 'Dados novos', why: notice }]),
  ]
}

const COLUMNS: readonly LineColumn[] = [
  item.line('fav_xNome', { width: 260 }),
  item.line('forma', { width: 170, editable: true }),
  item.line('dVencimento', { width: 110 }),
  item.line('vJuros', { width: 110, editable: true }),
  item.line('vDesc', { width: 100, editable: true }),
  item.line('valor', { width: 120, editable: true, sum: true }),
  item.line('motivo', { width: 240 }),
  item.line('autenticacao', { width: 180 }),
]

const sent = (values: Values): Values => sentLists(values, { [ITEMS]: item.sent })

/** The payments of a remittance, above them its files and what asks for somebody. */
function Items({ modal }: { readonly modal: ModalProps }): ReactElement {
  useSignals()
  const form = useForm()
  const save = useContext(SaveContext)
  const [choosing, setChoosing] = useState(false)
  const record = form.record.value
  const writable = mayEdit(rights.value, modal.right)
  const isDraft = record !== undefined && record.status === 0
  const reload = () => reloadForm(form, KIND.resource)
  const add = async (): Promise<void> => {
    if ((await saved({ form, save })) !== undefined) setChoosing(true)
  }
  return (
    <>
      <Files />
      <Answers rows={rowsOf(record?.[ITEMS])} day={textOf(record?.dPagamento)} writable={writable} onDone={reload} />
      <LinesField
        name={ITEMS}
        label="Pagamentos"
        columns={COLUMNS}
        marks={marksOf}
        locked={!isDraft}
        onAdd={() => void add()}
        addKey={isDraft}
      />
      {choosing && record !== undefined ? (
        <ChooseDialog
          id={String(record.id)}
          until={textOf(record.dPagamento)}
          onAdded={reload}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  )
}

/** Files as they went to the bank; nothing before. */
function Files(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  const files = filesIn(record)
  if (files.length === 0) return null
  return (
    <RowList label="Arquivos">
      {files.map((row) => (
        <li key={row.id}>
          <span>
            <b>{textOf(row.arquivo)}</b> <Delivery row={row} />
            <small>
              {counted(numberOf(row.qPagamentos) ?? 0, 'pagamento', 'pagamentos')}
              {row.descartado === true ? ' · descartado' : ''}
              {deliveryText(row) === '' ? '' : ` · ${deliveryText(row)}`}
            </small>
          </span>
          <span className="amount">{formatMoney(row.vTotal)}</span>
          <span>
            <Button onClick={() => download(record, row)}>Baixar</Button>
          </span>
        </li>
      ))}
    </RowList>
  )
}

/** Where a file's delivery stands; nothing of one that a person takes to the bank. */
function Delivery({ row }: { readonly row: Row }): ReactElement | null {
  const chip = row.descartado === true ? null : deliveryChip(row)
  return chip === null ? null : <Chip {...chip} />
}

async function approve(doc: OpenDocument): Promise<void> {
  const done = await act(doc, {
    resource: KIND.resource,
    action: 'aprova',
    failed: 'Não foi possível aprovar',
    question: { title: 'Dados bancários mudaram há pouco', action: 'Aprovar assim mesmo', anyway: true },
  })
  if (done === undefined) return
  tell()
  toast.success('Remessa aprovada.')
}

/** Every file that stands is downloaded as it is made, but for those that go to the bank by themselves. */
async function downloaded(answer: Row): Promise<void> {
  for (const file of filesIn(answer)) if (file.descartado !== true && !isSet(file.entrega)) download(answer, file)
  tell()
}

const waits = (file: Row): boolean => file.descartado !== true && !DELIVERED.includes(textOf(file.entrega))

function DiscardDialog({ doc, onClose }: { readonly doc: OpenDocument; readonly onClose: () => void }): ReactElement {
  const go = async ({ naoEnviada, xMotivo }: Values): Promise<boolean> => {
    const done = await ask({
      path: `${KIND.resource}/${textOf(doc.form.record.value?.id)}/descarta`,
      body: { naoEnviada, xMotivo },
      asks: 'Descartar o arquivo?',
      action: 'Descartar',
      failed: 'Não foi possível descartar o arquivo',
    })
    if (done === undefined) return false
    await reloadForm(doc.form, KIND.resource)
    toast.success('Arquivo descartado: a remessa voltou a rascunho.')
    return true
  }
  return (
    <AskDialog title="Descartar o arquivo" action="Descartar" initial={discard.defaults} onGo={go} onClose={onClose}>
      <discard.Field name="naoEnviada" span={12} />
      <discard.Field name="xMotivo" span={12} />
    </AskDialog>
  )
}

function Verbs({ id }: { readonly id: string }): ReactElement {
  useSignals()
  const form = useForm()
  const [doc, setDoc] = useState<OpenDocument | null>(null)
  const files = filesIn(form.record.value).filter((file) => file.descartado !== true)
  const reload = () => {
    tell()
    void reloadForm(form, KIND.resource)
  }
  const { items, dialog } = useDelivery({ resource: KIND.resource, id, isWaiting: files.some(waits), onDone: reload })
  const how: Readonly<Record<string, How>> = {
    aprova: { run: approve },
    enviaPagamentosBanco: { after: downloaded },
    descarta: { run: async (one) => setDoc(one) },
  }
  return (
    <>
      <LifeBar kind={KIND} how={how} items={() => (files.length === 0 ? [] : items)} offersOnly />
      {dialog}
      {doc === null ? null : <DiscardDialog doc={doc} onClose={() => setDoc(null)} />}
    </>
  )
}

const titleOf = (row: Row): string =>
  [`Remessa de pagamentos ${row.id}`, textOf(row.descricao)].filter(Boolean).join(' · ')

/** A remittance of payments: what is paid of which payable, from the draft to the bank's answers. */
export function RemittanceForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={KIND.resource}
      name="Remessa de pagamentos"
      title={titleOf}
      defaults={{ ...head.defaults, dPagamento: localToday() }}
      stay
      life={KIND.life}
      shape={sent}
      actions={<Verbs id={modal.id} />}
      createdText="Remessa salva com sucesso."
      savedText="Remessa salva com sucesso."
    >
      <Tab label="Informações">
        <head.ReferenceField
          name="banco_id"
          resource="financeiro/banco"
          minChars={0}
          where={{ ativo: true, tipo: 2 }}
          help="A conta que paga"
          span={5}
        />
        <head.Field name="dPagamento" label="Pagar em" span={3} />
        <head.Field name="descricao" span={4} />
      </Tab>
      <Tab label="Pagamentos" joins free>
        <div className="span-12">
          <Items modal={modal} />
        </div>
      </Tab>
    </ResourceForm>
  )
}
