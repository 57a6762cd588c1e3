import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { ediFields } from '../../../core/fields/expedicao/edi'
import { mayEdit } from '../../app/access'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { FileNotices } from '../../ui/file-notices'
import { useForm } from '../../ui/form/context'
import { ResourceForm } from '../../ui/form/resource-form'
import { reloadForm } from '../../ui/form/save'
import { Tab } from '../../ui/form/tab'
import { textOf, type Row } from '../../ui/row'
import { ask, download, RESOURCE, told } from './ask'
import { Invoices } from './invoices'
import { Lines } from './lines'

const head = fieldsOf(ediFields)

/** Tries again what waits, and opens the file as it came. */
function Verbs({ id, writable }: { readonly id: string; readonly writable: boolean }): ReactElement {
  useSignals()
  const form = useForm()
  const [busy, setBusy] = useState(false)
  const canTry = writable && form.record.value?.sentido === 'entrada'
  const again = async (): Promise<void> => {
    setBusy(true)
    const done = await ask({
      path: `${RESOURCE}/${id}/tenta`,
      asks: 'Tentar de novo?',
      action: 'Tentar',
      failed: 'Não foi possível tentar de novo',
    })
    setBusy(false)
    if (done === undefined) return
    toast.success(told(done))
    await reloadForm(form, RESOURCE)
  }
  useKeys({ dispatch: canTry && !busy ? () => void again() : undefined })
  return (
    <>
      <Button onClick={() => download(id)}>Baixar arquivo</Button>
      {canTry ? (
        <Button hotkey="dispatch" busy={busy} onClick={() => void again()}>
          Tentar de novo
        </Button>
      ) : null}
    </>
  )
}

const titleOf = (row: Row): string =>
  [head.word('tipo', row.tipo).split(' ')[0], textOf(row.xTransp), textOf(row.arquivo)].filter(Boolean).join(' · ')

/** A file of a carrier: what it says line by line, what it charges, and what could not be read. */
export function EdiForm(modal: ModalProps): ReactElement {
  useSignals()
  const { Field, defaults } = head
  const writable = mayEdit(rights.value, modal.right)
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="Arquivo"
      title={titleOf}
      defaults={defaults}
      stay
      actions={<Verbs id={modal.id} writable={writable} />}
    >
      <Tab label="Linhas" free resources={['edi_linha']}>
        <Field name="tipo" span={4} />
        <Field name="versao_leiaute" span={2} />
        <Field name="dInicio" span={3} />
        <Field name="dFim" span={3} />
        <div className="span-12">
          <Lines id={modal.id} />
        </div>
      </Tab>
      <Tab label="Faturas" needsRecord free resources={['edi_fatura']}>
        <div className="span-12">
          <Invoices id={modal.id} writable={writable} />
        </div>
      </Tab>
      <Tab label="Avisos" needsRecord free>
        <div className="span-12">
          <FileNotices />
        </div>
      </Tab>
      <Tab label="Arquivo" needsRecord>
        <Field name="arquivo" span={6} />
        <Field name="intercambio" span={3} />
        <Field name="qRegistros" span={3} />
        <Field name="CNPJ_transp" span={3} />
        <Field name="xTransp" span={5} />
        <Field name="tamanho" span={4} />
        <Field name="sha256" span={12} />
        <Field name="obs" />
      </Tab>
    </ResourceForm>
  )
}
