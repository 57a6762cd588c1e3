import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import { formatLine } from '../../../core/banking/boleto'
import { mayEdit } from '../../app/access'
import { Go } from '../../app/go'
import { useKeys } from '../../app/keys'
import { follow } from '../../app/navigation'
import { copyText } from '../../app/plain-http'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { reloadForm } from '../../ui/form/save'
import { Tab } from '../../ui/form/tab'
import { formatDate, formatMoney } from '../../ui/format'
import { Menu, type MenuItem } from '../../ui/menu'
import { isSet, textOf, type Row } from '../../ui/row'
import { BOLETO } from './ask'
import { cancelBoleto, whyNotCancel, whyNotInstruct } from './boleto-verbs'
import { printBoletos } from './give'
import { InstructDialog } from './instruct-dialog'
import { Instructions } from './instructions'
import { boleto, boletoChip } from './looks'
import { MailDialog } from './mail-dialog'
import { Occurrences } from './occurrences'
import { Stands } from './told-of'

const { Field, ReferenceField } = boleto
const because = (reason: string | undefined) => (reason === undefined ? {} : { reason })

/** What can be done with the boleto: F10 instructs the bank, the rest is in the menu. */
function Verbs({ writable }: { readonly writable: boolean }): ReactElement | null {
  useSignals()
  const form = useForm()
  const [asking, setAsking] = useState<'instruct' | 'mail' | null>(null)
  const row = form.record.value
  const reason = row === undefined ? undefined : whyNotInstruct(row)
  const instruct = (): void => (reason === undefined ? setAsking('instruct') : toast.alert(reason))
  const print = (): void => {
    if (row !== undefined) void printBoletos([row], 'folha')
  }
  useKeys({ dispatch: writable ? instruct : undefined, print })
  if (row === undefined) return null
  const reload = (): void => void reloadForm(form, BOLETO)
  const cancel = async (): Promise<void> => {
    if (await cancelBoleto(row)) reload()
  }
  const close = (): void => setAsking(null)
  const writing: readonly MenuItem[] = [
    { label: 'Enviar por e-mail', onSelect: () => setAsking('mail'), ...because(whyNotCancel(row)) },
    { label: 'Cancelar o boleto', danger: true, onSelect: () => void cancel(), ...because(whyNotCancel(row)) },
  ]
  const items: readonly MenuItem[] = [
    { label: 'Imprimir', icon: 'print', hotkey: 'print', onSelect: print },
    ...(writable ? writing : []),
  ]
  return (
    <>
      <Menu name="Mais ações" label="Mais" items={items} />
      {writable ? (
        <Button kind="primary" hotkey="dispatch" onClick={instruct} {...because(reason)}>
          Instruir o banco
        </Button>
      ) : null}
      {asking === 'instruct' ? <InstructDialog row={row} onClose={close} onDone={reload} /> : null}
      {asking === 'mail' ? <MailDialog row={row} path={BOLETO} onClose={close} /> : null}
    </>
  )
}

interface CodeProps {
  readonly label: string
  /** As it is copied. */
  readonly code: string
  readonly shown?: string
}

/** A code to be paid by, and the way to copy it. */
function Code({ label, code, shown = code }: CodeProps): ReactElement {
  const copy = async (): Promise<void> => {
    await copyText(code)
    toast.success(`${label}: copiado.`)
  }
  return (
    <div className="span-12 boleto-code">
      <b>{label}</b>
      <output className={shown === code ? 'mono pix' : 'mono'}>{shown}</output>
      <Button icon="copy" onClick={() => void copy()}>
        Copiar
      </Button>
    </div>
  )
}

/** Where the boleto stands, what it is paid by, and where it comes from. */
function Head(): ReactElement | null {
  useSignals()
  const row = useForm().record.value
  if (row === undefined) return null
  const line = textOf(row.linha_digitavel)
  const when = isSet(row.dOcorrencia) ? `desde ${formatDate(row.dOcorrencia)}` : ''
  return (
    <>
      <Stands chip={boletoChip(row)} texts={[textOf(row.motivo), when]}>
        <Go to={pathOf('contas_receber', textOf(row.contas_receber_id))} go={follow}>
          Abrir a conta a receber
        </Go>
        {isSet(row.remessa_id) ? (
          <Go to={pathOf('remessa', textOf(row.remessa_id))} go={follow}>
            Abrir a remessa
          </Go>
        ) : null}
      </Stands>
      {line === '' ? null : <Code label="Linha digitável" code={line} shown={formatLine(line)} />}
      {isSet(row.pix) ? <Code label="Pix copia e cola" code={textOf(row.pix)} /> : null}
    </>
  )
}

const titleOf = (row: Row): string =>
  ['Boleto', textOf(row.nosso_numero_impresso), '·', formatMoney(row.valor)].filter(Boolean).join(' ')

/** A boleto: what it is paid by, what the bank has of it, what it was told and what it said. */
export function BoletoForm(modal: ModalProps): ReactElement {
  useSignals()
  const writable = mayEdit(rights.value, modal.right)
  return (
    <ResourceForm
      modal={modal}
      resource={BOLETO}
      name="Boleto"
      title={titleOf}
      shown
      actions={<Verbs writable={writable} />}
    >
      <Tab label="Boleto" free>
        <Head />
        <ReferenceField name="cliente_id" resource="cliente" disabled span={8} />
        <Field name="seu_numero" span={4} />
        <Field name="valor" span={3} />
        <Field name="dEmissao" span={3} />
        <Field name="dVencimento" span={3} />
        <Field name="nosso_numero_impresso" label="Nosso número" span={3} />
        <Field name="pMulta" span={3} />
        <Field name="pJuros" span={3} />
        <Field name="pDesconto" span={3} />
        <Field name="dDesconto" span={3} />
        <ReferenceField
          name="banco_cnab_id"
          resource="financeiro/banco_cnab"
          help="Como combinado quando o boleto foi gerado"
          disabled
          span={6}
        />
        <ReferenceField name="banco_id" resource="financeiro/banco" disabled span={6} />
      </Tab>
      <Tab label="Instruções" needsRecord free>
        <div className="span-12">
          <Instructions id={modal.id} writable={writable} />
        </div>
      </Tab>
      <Tab label="O que o banco disse" needsRecord free>
        <div className="span-12">
          <Occurrences id={modal.id} />
        </div>
      </Tab>
    </ResourceForm>
  )
}
