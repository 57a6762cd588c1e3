import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import {
  conciliacaoFields,
  conciliacaoRecebimentoFields,
  conciliacaoVendaFields,
} from '../../../core/fields/financeiro/conciliacao'
import { mayEdit } from '../../app/access'
import { post } from '../../app/api'
import { useKeys } from '../../app/keys'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { confirm } from '../../ui/confirm'
import { fieldsOf } from '../../ui/fields-of'
import { FileNotices } from '../../ui/file-notices'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { reloadForm } from '../../ui/form/save'
import { Tab } from '../../ui/form/tab'
import { counted, formatDate, formatMoney, localToday } from '../../ui/format'
import { Menu } from '../../ui/menu'
import { EmptyState } from '../../ui/pieces'
import { isSet, numberOf, textOf, type Row } from '../../ui/row'
import { RowList } from '../../ui/row-list'
import { useRows } from '../../ui/use-loaded'
import { ask, tell } from './ask'
import { ChooseLine } from './choose-line'
import { ChooseTitle } from './choose-title'
import { FinaliseDialog, feeShare } from './finalise'

const RESOURCE = 'financeiro/conciliacao'
const head = fieldsOf(conciliacaoFields)
const part = fieldsOf(conciliacaoRecebimentoFields)
const line = fieldsOf(conciliacaoVendaFields)
const MOST = 500

/** Records of a reconciliation, as they are now. */
const useOwn = (resource: string, id: unknown, orderBy: string): readonly Row[] | null =>
  useRows(resource, { where: { conciliacao_id: Number(id) }, most: MOST, orderBy })

const isSettled = (row: Row): boolean => isSet(row.lancamento_id)
const isDue = (row: Row): boolean => !isSettled(row) && textOf(row.payment_date) <= localToday()

const LOOKS = {
  1: { hue: 'ambar', mark: 'dot' },
  2: { hue: 'azul', mark: 'half' },
  4: { hue: 'verde', mark: 'check' },
} as const
const lookOf = (status: unknown) => (status === 4 ? LOOKS[4] : status === 2 ? LOOKS[2] : LOOKS[1])

interface DepositsProps {
  readonly id: string
  readonly rows: readonly Row[]
  readonly writable: boolean
}

/** What was paid, or is expected: gross, what the acquirer kept, and the line of the statement that it is. */
function Deposits({ id, rows, writable }: DepositsProps): ReactElement {
  const [choosing, setChoosing] = useState<Row | null>(null)
  if (rows.length === 0) return <EmptyState text="Nenhum recebimento." />
  const free = async (row: Row): Promise<void> => {
    try {
      await post(`${RESOURCE}/${id}/desvincularLancamentoExtrato`, { recebimento_id: row.id })
      tell()
    } catch (error) {
      toast.error(error, 'Não foi possível efetuar esta operação')
    }
  }
  return (
    <RowList label="Recebimentos">
      {rows.map((row) => (
        <li key={row.id}>
          <span>
            <b>
              {[formatDate(row.payment_date), textOf(row.brand), row.paid === true ? '' : 'previsto']
                .filter(Boolean)
                .join(' · ')}{' '}
              <Chip word={part.word('status', row.status)} {...lookOf(row.status)} />
            </b>
            <small>
              {formatMoney(row.gross_amount)} menos a taxa de {formatMoney(row.fee_amount)}
              {feeShare(row) === '' ? '' : ` (${feeShare(row)})`}
              {textOf(row.account) === '' ? '' : ` · conta ${textOf(row.account).replace(/^0+/, '')}`}
            </small>
          </span>
          <span className="amount">{formatMoney(row.net_amount)}</span>
          {writable ? (
            isSet(row.extrato_banco_id) ? (
              <Button onClick={() => void free(row)}>Desvincular do extrato</Button>
            ) : (
              <Button onClick={() => setChoosing(row)}>Vincular ao extrato</Button>
            )
          ) : null}
        </li>
      ))}
      {choosing === null ? null : <ChooseLine deposit={choosing} onClose={() => setChoosing(null)} />}
    </RowList>
  )
}

/** What stands beside a row: its instalment, how it was found, or what it waits for. */
function rowState(row: Row): string {
  if (isSet(row.conta_receber_id))
    return [`Conta ${textOf(row.conta_receber_id)}`, line.word('linked_by', row.linked_by)].filter(Boolean).join(' · ')
  return row.status === 2 ? 'Sem conta a receber' : 'Sem parcela'
}

/** The rows of the file; those that wait first. */
function Rows({ id, writable }: { readonly id: string; readonly writable: boolean }): ReactElement {
  const rows = useOwn('financeiro/conciliacao_venda', id, 'status')
  const [choosing, setChoosing] = useState<Row | null>(null)
  if (rows === null) return <EmptyState text="Carregando…" />
  if (rows.length === 0) return <EmptyState text="Nenhum registro encontrado" />
  const free = async (row: Row): Promise<void> => {
    try {
      await post(`financeiro/conciliacao_venda/${row.id}/desvincularRegistro`)
      tell()
    } catch (error) {
      toast.error(error, 'Não foi possível efetuar esta operação')
    }
  }
  return (
    <RowList label="Registros">
      {rows.map((row) => (
        <li key={row.id}>
          <span>
            <b>
              {line.word('kind', row.kind)}{' '}
              {textOf(row.nsu) === '' ? textOf(row.description) : `NSU ${textOf(row.nsu)}`}{' '}
              <Chip word={line.word('status', row.status)} {...(row.status === 1 ? LOOKS[1] : LOOKS[4])} />
            </b>
            <small>
              {[
                formatDate(row.sale_date),
                (numberOf(row.installments) ?? 1) > 1
                  ? `parcela ${textOf(row.installment)}/${textOf(row.installments)}`
                  : '',
                textOf(row.brand),
                rowState(row),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
          <span className="amount">{formatMoney(row.batch_gross_amount)}</span>
          {writable ? (
            isSet(row.conta_receber_id) ? (
              <Button onClick={() => void free(row)}>Desvincular</Button>
            ) : (
              <Button onClick={() => setChoosing(row)}>Vincular</Button>
            )
          ) : (
            <Button onClick={() => open(pathOf('conciliacao_venda', row.id))}>Abrir</Button>
          )}
        </li>
      ))}
      {rows.length === MOST ? (
        <li>
          <span>Mostrados {MOST}: os demais estão em Registros de Cartão.</span>
        </li>
      ) : null}
      {choosing === null ? null : <ChooseTitle row={choosing} onClose={() => setChoosing(null)} />}
    </RowList>
  )
}

async function undo(id: string, settled: readonly Row[]): Promise<void> {
  const yes = await confirm({
    title: 'Estornar a conciliação?',
    text: `${counted(settled.length, 'recebimento volta', 'recebimentos voltam')} a estar em aberto.`,
    details: [
      'As parcelas voltam a ser devidas.',
      'O caixa volta ao que era, por linhas opostas de hoje.',
      'As linhas do extrato voltam à fila.',
    ],
    action: 'Estornar',
    danger: true,
  })
  if (!yes) return
  try {
    await post(`${RESOURCE}/${id}/estorna`)
    toast.success('Conciliação estornada.')
    tell()
  } catch (error) {
    toast.error(error, 'Não foi possível estornar')
  }
}

interface VerbsProps {
  readonly id: string
  readonly deposits: readonly Row[]
}

/** F10 finalises what is due; the rest is in the menu. */
function Verbs({ id, deposits }: VerbsProps): ReactElement | null {
  useSignals()
  const form = useForm()
  const record = form.record.value
  const [asking, setAsking] = useState(false)
  const due = deposits.filter(isDue)
  const settled = deposits.filter(isSettled)
  const reason =
    due.length > 0
      ? undefined
      : settled.length > 0
        ? 'Todos os recebimentos vencidos já foram baixados.'
        : 'Nenhum recebimento vencido.'
  const finalise = (): void => (reason === undefined ? setAsking(true) : toast.alert(reason))
  useKeys({ dispatch: finalise })
  const look = async (): Promise<void> => {
    const done = await ask({
      path: `${RESOURCE}/${id}/vinculaAutomatico`,
      asks: 'Procurar de novo?',
      action: 'Procurar',
      failed: 'Não foi possível efetuar esta operação',
    })
    if (done !== undefined)
      toast.success(
        `${counted(numberOf(done.vinculados) ?? 0, 'registro vinculado', 'registros vinculados')}, ${counted(numberOf(done.extrato) ?? 0, 'recebimento achado', 'recebimentos achados')} no extrato.`,
      )
  }
  if (record === undefined) return null
  const why = reason === undefined ? {} : { reason }
  return (
    <>
      <Menu
        name="Mais ações"
        label="Mais"
        items={[
          { label: 'Procurar parcelas e extrato de novo', onSelect: () => void look() },
          {
            label: 'Estornar a conciliação',
            danger: true,
            onSelect: () => void undo(id, settled),
            ...(settled.length === 0 ? { reason: 'Nada foi baixado ainda.' } : {}),
          },
        ]}
      />
      <Button kind="primary" hotkey="dispatch" onClick={finalise} {...why}>
        Finalizar
      </Button>
      {asking ? (
        <FinaliseDialog
          record={record}
          deposits={due}
          onClose={() => {
            setAsking(false)
            void reloadForm(form, RESOURCE)
          }}
        />
      ) : null}
    </>
  )
}

/** Of what it is: a file's is as the acquirer said it. */
function Of(): ReactElement {
  useSignals()
  const { Field } = head
  const disabled = isSet(useForm().record.value?.sha256)
  return (
    <>
      <Field name="acquirer" span={3} disabled={disabled} />
      <Field name="begin_date" span={3} disabled={disabled} />
      <Field name="end_date" span={3} disabled={disabled} />
      <Field name="arquivo" span={3} />
    </>
  )
}

const titleOf = (row: Row): string =>
  [head.word('acquirer', row.acquirer), formatDate(row.begin_date), formatMoney(row.net_amount)]
    .filter(Boolean)
    .join(' · ')

export function ReconciliationForm(modal: ModalProps): ReactElement {
  useSignals()
  const { ReferenceField, defaults } = head
  const saved = modal.id !== 'new'
  const deposits = useOwn('financeiro/conciliacao_recebimento', saved ? modal.id : 0, 'payment_date') ?? []
  const writable = mayEdit(rights.value, modal.right)
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Conciliação"
      title={titleOf}
      defaults={{ ...defaults, begin_date: localToday() }}
      stay
      actions={writable ? <Verbs id={modal.id} deposits={deposits} /> : null}
    >
      <Tab label="Recebimentos" free>
        <Of />
        <ReferenceField name="banco_id" resource="financeiro/banco" minChars={0} where={{ ativo: true }} span={6} />
        <ReferenceField
          name="plano_conta_id"
          resource="financeiro/plano_contas"
          minChars={0}
          where={{ ativo: true }}
          display={(row) => `${textOf(row.codigo)} ${textOf(row.descricao)}`}
          span={6}
        />
        <div className="span-12">{saved ? <Deposits id={modal.id} rows={deposits} writable={writable} /> : null}</div>
      </Tab>
      <Tab label="Registros" needsRecord free resources={['conciliacao_venda']}>
        <div className="span-12">
          <Rows id={modal.id} writable={mayEdit(rights.value, 'conciliacao_venda')} />
        </div>
      </Tab>
      <Tab label="Avisos" needsRecord free>
        <div className="span-12">
          <FileNotices notices="notices" unknown="unknown" />
        </div>
      </Tab>
    </ResourceForm>
  )
}
