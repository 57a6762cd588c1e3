import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { vinculaFields } from '../../../core/fields/financeiro/boleto'
import { mayEdit } from '../../app/access'
import { Go } from '../../app/go'
import { useKeys } from '../../app/keys'
import { follow } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { reloadForm } from '../../ui/form/save'
import { Tab } from '../../ui/form/tab'
import { formatDate, formatMoney } from '../../ui/format'
import { getPath, isSet, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { Proposals } from '../../ui/row-list'
import { useLoaded } from '../../ui/use-loaded'
import { LINHA, send } from './ask'
import { fileAway, isLost, link, settleLine, whyNotSettle } from './line-verbs'
import { line, lineChip } from './looks'
import { Stands } from './told-of'

const { Field } = line
const { ReferenceField } = fieldsOf(vinculaFields)
const PATH = LINHA

/** The boletos that a line may be of, the surest first; null before the first answer. */
function useProposals(row: Row): readonly Values[] | null {
  const answer = useLoaded(`${PATH}/${row.id}/propostas`, 'boleto')
  const data = getPath(answer, 'data')
  if (answer === null) return null
  return rowsOf((Array.isArray(data) ? data : []).map((one: Values) => ({ ...one, id: one.boleto_id })))
}

interface LostProps {
  readonly row: Row
  readonly onDone: () => void
}

/** A line of no boleto: what it may be of, with the reason. F10 takes the first. */
function Lost({ row, onDone }: LostProps): ReactElement {
  const found = useProposals(row)
  const [seeking, setSeeking] = useState(false)
  const take = async (id: unknown): Promise<void> => {
    const boleto = (found ?? []).find(({ boleto_id }) => boleto_id === id)
    if (boleto !== undefined && (await link(row, boleto))) onDone()
  }
  const away = async (): Promise<void> => {
    if (await fileAway(row)) onDone()
  }
  return (
    <div className="span-12">
      <h3>De que boleto é?</h3>
      <Proposals
        label="Propostas"
        proposals={(found ?? []).map((one) => ({
          id: one.boleto_id,
          title: `${textOf(one.nosso_numero_impresso)} · ${textOf(one.xNome)}`,
          about: `${textOf(one.porque)} · vence em ${formatDate(one.dVencimento)}`,
          amount: one.valor,
        }))}
        action="É deste"
        focusFirst
        onTake={take}
        onNone={() => setSeeking(true)}
      />
      {found !== null && found.length === 0 ? (
        <p className="field-help">Nenhum boleto tem este documento, este pagador ou este valor.</p>
      ) : null}
      <div className="boleto-verbs below">
        <Button onClick={() => setSeeking(true)}>Buscar outro boleto</Button>
        <Button onClick={() => void away()}>Não é nossa</Button>
      </div>
      {seeking ? <SeekDialog row={row} onClose={() => setSeeking(false)} onDone={onDone} /> : null}
    </div>
  )
}

const named = (row: Row): string =>
  [textOf(row.nosso_numero_impresso), formatMoney(row.valor)].filter(Boolean).join(' · ')
const detail = (row: Row): string =>
  [textOf(getPath(row, 'cliente.xNome')), `vence em ${formatDate(row.dVencimento)}`].filter(Boolean).join(' · ')

function SeekDialog({ row, onClose, onDone }: LostProps & { readonly onClose: () => void }): ReactElement {
  const go = async ({ boleto_id }: Values, form: FormModel): Promise<boolean> => {
    const body = { id: row.id, boleto_id }
    const done = await send({ path: `${PATH}/vincula`, body, form, failed: 'Não foi possível vincular' })
    if (done) onDone()
    return done
  }
  return (
    <AskDialog title="De que boleto é a ocorrência?" action="É deste" initial={{}} onGo={go} onClose={onClose}>
      <ReferenceField
        name="boleto_id"
        resource="financeiro/boleto"
        help="Por nosso número, documento ou cliente"
        display={named}
        detail={detail}
        span={12}
      />
    </AskDialog>
  )
}

/** F10 settles a line that waits. */
function Settle({ row, onDone }: LostProps): ReactElement {
  const reason = whyNotSettle(row)
  const settle = async (): Promise<void> => {
    if (reason !== undefined) toast.alert(reason)
    else if (await settleLine(row)) onDone()
  }
  useKeys({ dispatch: () => void settle() })
  return (
    <Button
      kind="primary"
      hotkey="dispatch"
      onClick={() => void settle()}
      {...(reason === undefined ? {} : { reason })}
    >
      Dar baixa
    </Button>
  )
}

/** Where the line stands, what it is of, and what to do about it. */
function Head({ writable }: { readonly writable: boolean }): ReactElement | null {
  useSignals()
  const form = useForm()
  const row = form.record.value
  if (row === undefined) return null
  return (
    <>
      <Stands chip={lineChip(row)} texts={[textOf(row.motivo), textOf(row.motivos)]}>
        {isSet(row.boleto_id) ? (
          <Go to={pathOf('boleto', textOf(row.boleto_id))} go={follow}>
            Abrir o boleto
          </Go>
        ) : null}
        {isSet(row.contas_receber_id) ? (
          <Go to={pathOf('contas_receber', textOf(row.contas_receber_id))} go={follow}>
            Abrir a conta a receber
          </Go>
        ) : null}
      </Stands>
      {writable && isLost(row) ? <Lost row={row} onDone={() => void reloadForm(form, PATH)} /> : null}
    </>
  )
}

function Verbs(): ReactElement | null {
  useSignals()
  const form = useForm()
  const row = form.record.value
  if (row === undefined || isLost(row)) return null
  return <Settle row={row} onDone={() => void reloadForm(form, PATH)} />
}

const titleOf = (row: Row): string =>
  [textOf(row.texto), textOf(row.nosso_numero) || textOf(row.seu_numero)].filter(Boolean).join(' · ')

/** A line of a retorno: what the bank said, of which boleto it is, and its settlement. */
export function LineForm(modal: ModalProps): ReactElement {
  useSignals()
  const writable = mayEdit(rights.value, modal.right)
  return (
    <ResourceForm
      modal={modal}
      resource={PATH}
      name="Ocorrência"
      title={titleOf}
      shown
      actions={writable ? <Verbs /> : null}
    >
      <Tab label="Ocorrência" free>
        <Head writable={writable} />
        <Field name="nosso_numero" disabled span={4} />
        <Field name="seu_numero" disabled span={4} />
        <Field name="codigo" disabled span={4} />
        <Field name="xPagador" disabled span={12} />
        <Field name="dOcorrencia" disabled span={3} />
        <Field name="dVencimento" disabled span={3} />
        <Field name="dCredito" disabled span={3} />
        <Field name="valor" disabled span={3} />
        <Field name="vPago" disabled span={3} />
        <Field name="vJuros" disabled span={3} />
        <Field name="vMulta" disabled span={3} />
        <Field name="vDesc" disabled span={3} />
        <Field name="vTarifa" disabled span={3} />
      </Tab>
    </ResourceForm>
  )
}
