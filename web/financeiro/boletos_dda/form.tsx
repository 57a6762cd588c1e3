import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { formatLine } from '../../../core/banking/boleto'
import { pathOf } from '../../../core/access'
import { boletoDdaFields, DDA } from '../../../core/fields/financeiro/boleto-dda'
import { mayCreate, mayEdit } from '../../app/access'
import { open } from '../../app/navigation'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { Button } from '../../ui/button'
import { Chip } from '../../ui/chip'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { reloadForm } from '../../ui/form/save'
import { Tab } from '../../ui/form/tab'
import { formatDate, formatMoney } from '../../ui/format'
import { isSet, textOf, type Row } from '../../ui/row'
import { RESOURCE } from './ask'
import { ChoosePayable, deed, OpenPayable, PlanDialog, RefuseDialog, type SlipDialogProps } from './dialogs'
import { issuerOf, LOOKS } from './list'
import { Payables } from './proposals'

const { Field, ReferenceField, chip, defaults, word } = fieldsOf(boletoDdaFields)
const stateOf = chip('situacao', LOOKS)

const DIALOGS = { recusa: RefuseDialog, abre: OpenPayable, agenda: PlanDialog, escolhe: ChoosePayable } as const
type Asking = keyof typeof DIALOGS

const isOpen = (row: Row): boolean => !isSet(row.contas_pagar_id) && !isSet(row.dhRecusa)

/** What can be done with a slip, as it stands. */
function Verbs({ writable }: { readonly writable: boolean }): ReactElement | null {
  useSignals()
  const form = useForm()
  const [asking, setAsking] = useState<Asking | null>(null)
  const slip = form.record.value
  if (slip === undefined || !writable) return null
  const done = (): void => void reloadForm(form, RESOURCE)
  const mayLink = mayEdit(rights.value, 'contas_pagar')
  const Dialog: ((props: SlipDialogProps) => ReactElement) | null = asking === null ? null : DIALOGS[asking]
  const simple = (verb: string, words: { action: string; failed: string; done: string }) => () =>
    void deed(slip, { verb, body: {}, asks: words.action, ...words }, done)
  return (
    <>
      {isSet(slip.dhRecusa) ? (
        <Button
          onClick={simple('desfazRecusa', {
            action: 'Desfazer recusa',
            failed: 'Não foi possível desfazer a recusa',
            done: 'Recusa desfeita: o boleto espera de novo.',
          })}
        >
          Desfazer recusa
        </Button>
      ) : (
        <Button kind="danger" onClick={() => setAsking('recusa')}>
          Recusar
        </Button>
      )}
      {isOpen(slip) && mayCreate(rights.value, 'contas_pagar') ? (
        <Button onClick={() => setAsking('abre')}>Abrir conta</Button>
      ) : null}
      {isOpen(slip) && mayLink ? <Button onClick={() => setAsking('escolhe')}>Escolher conta</Button> : null}
      {isSet(slip.contas_pagar_id) && mayLink ? (
        <>
          <Button
            onClick={simple('desvincula', {
              action: 'Desligar',
              failed: 'Não foi possível desligar o boleto',
              done: 'Boleto desligado da conta.',
            })}
          >
            Desligar
          </Button>
          <Button onClick={() => setAsking('agenda')}>Agendar</Button>
        </>
      ) : null}
      {isSet(slip.contas_pagar_id) ? (
        <Button onClick={() => open(pathOf('contas_pagar', textOf(slip.contas_pagar_id)))}>Ver a conta</Button>
      ) : null}
      {Dialog === null ? null : <Dialog slip={slip} onDone={done} onClose={() => setAsking(null)} />}
    </>
  )
}

/** How a slip stands, why, and the payables that it may be of. */
function Standing({ writable }: { readonly writable: boolean }): ReactElement | null {
  useSignals()
  const form = useForm()
  const slip = form.record.value
  if (slip === undefined) return null
  const state = stateOf(slip)
  const linked = isSet(slip.contas_pagar_id) ? word('ligado_por', slip.ligado_por) : ''
  const planned = isSet(slip.dAgendado) ? `pagamento em ${formatDate(slip.dAgendado)}` : ''
  const why = isSet(slip.dhRecusa)
    ? textOf(slip.xRecusa)
    : [linked, planned, textOf(slip.motivo)].filter(Boolean).join(' · ')
  const isBad = Number(slip.situacao) === DDA.FRAUDE || slip.fraude === true
  return (
    <div className="span-12">
      <p className={isBad ? 'field-error' : 'field-help'}>
        {state === null ? null : <Chip {...state} />} {why}
      </p>
      {writable && isOpen(slip) && mayEdit(rights.value, 'contas_pagar') ? (
        <Payables
          key={`${slip.id} ${textOf(slip.versao)}`}
          slip={slip}
          onDone={() => void reloadForm(form, RESOURCE)}
        />
      ) : null}
    </div>
  )
}

/** The typed line as it is printed, to be read. */
function Line(): ReactElement {
  useSignals()
  const line = textOf(useForm().record.value?.linha_digitavel)
  return (
    <p className="span-12 field-help">
      <code>{formatLine(line)}</code>
    </p>
  )
}

const titleOf = (row: Row): string => [issuerOf(row) || `Boleto ${row.id}`, formatMoney(row.cost)].join(' · ')

/** A slip against the company: what it says, what it may be of, and what becomes of it. */
export function SlipForm(modal: ModalProps): ReactElement {
  useSignals()
  const writable = mayEdit(rights.value, modal.right)
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Boleto"
      title={titleOf}
      defaults={defaults}
      stay
      shown={(slip) => !isOpen(slip)}
      actions={<Verbs writable={writable} />}
    >
      <Tab label="Boleto">
        <Standing writable={writable} />
        <Line />
        <Field name="xEmissor" span={6} />
        <Field name="issuerTaxId" span={3} />
        <Field name="numero_documento" span={3} />
        <ReferenceField name="fornecedor_id" resource="fornecedor" span={6} />
        <Field name="dueDate" span={3} />
        <Field name="cost" span={3} />
        <Field name="issueDate" span={3} />
        <Field name="vDesconto" span={3} />
        <Field name="vMulta" span={3} />
        <Field name="vJurosDia" span={3} />
      </Tab>
      <Tab label="Mais">
        <Field name="issuerActivity" span={6} />
        <Field name="mensagem" span={6} />
        <Field name="xSacador" span={6} />
        <Field name="sacadorTaxId" span={3} />
        <Field name="banco" span={3} />
        <Field name="vAbatimento" span={3} />
        <Field name="dDesconto" span={3} />
        <ReferenceField name="banco_id" resource="financeiro/conta_caixa" minChars={0} span={6} />
        <Field name="ligado_por" span={6} />
        <Field name="dAgendado" span={3} />
        <Field name="movimento" span={3} />
        <Field name="arquivo" span={12} />
      </Tab>
    </ResourceForm>
  )
}
