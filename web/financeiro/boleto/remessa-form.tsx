import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { pathOf } from '../../../core/access'
import {
  descarteFields,
  remessaFields,
  remessaTituloComputed,
  remessaTituloFields,
} from '../../../core/fields/financeiro/boleto'
import { mayEdit } from '../../app/access'
import { useKeys } from '../../app/keys'
import type { ModalProps } from '../../app/registry'
import { rights } from '../../app/session'
import { ScreenContext } from '../../app/screen-context'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { AskDialog } from '../../ui/form/ask-dialog'
import { useForm } from '../../ui/form/context'
import type { FormModel } from '../../ui/form/form-model'
import { ResourceForm } from '../../ui/form/resource-form'
import { reloadForm } from '../../ui/form/save'
import { Tab } from '../../ui/form/tab'
import { counted, formatDate, formatDateTime, formatMoney } from '../../ui/format'
import { Menu } from '../../ui/menu'
import { isSet, numberOf, textOf, type Row, type Values } from '../../ui/row'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/resource-table'
import { deliveryChip, deliveryText, useDelivery } from '../transmissao/delivery'
import { download, REMESSA, send } from './ask'
import { NewRemessa } from './new-remessa'
import { REMESSA_LOOKS } from './remessas'
import { Stands } from './told-of'

const { Field, ReferenceField, chip } = fieldsOf(remessaFields)
const title = fieldsOf({ ...remessaTituloFields, ...remessaTituloComputed })
const discard = fieldsOf(descarteFields)
const stateOf = chip('status', REMESSA_LOOKS)

const columns: readonly Column[] = [
  title.column('boleto.nosso_numero_impresso', { label: 'Nosso número', width: 160, card: 'sub' }),
  title.column('xNome', { card: 'title' }),
  title.column('comando', { width: 200, card: 'none' }),
  title.column('dVencimento', { width: 120 }),
  title.column('valor', { width: 130, card: 'value' }),
]

/** The boletos of the file, each with what the bank was told of it. */
function Titles({ id }: { readonly id: string }): ReactElement {
  const screen = {
    path: '/ui/financeiro/remessa_titulo',
    title: 'Boletos',
    right: 'remessa_retorno',
    record: id,
  } as const
  return (
    <ScreenContext value={screen}>
      <div className="boleto-lines">
        <ResourceTable
          key={id}
          resource="financeiro/remessa_titulo"
          columns={columns}
          where={{ remessa_id: Number(id) }}
          sort={{ field: 'id', desc: false }}
          create={false}
          deletable={false}
          path={(row) => pathOf('boleto', textOf(row.boleto_id))}
          empty={{ text: 'A remessa não tem boletos.' }}
        />
      </div>
    </ScreenContext>
  )
}

/** Downloads the file again, the same bytes; discards one that was never sent. */
function Verbs({ id, writable }: { readonly id: string; readonly writable: boolean }): ReactElement | null {
  useSignals()
  const form = useForm()
  const [discarding, setDiscarding] = useState(false)
  const row = form.record.value
  useKeys({ dispatch: () => download(REMESSA, id) })
  const reload = () => void reloadForm(form, REMESSA)
  const delivery = useDelivery({ resource: REMESSA, id, isWaiting: !isSet(row?.dhEntrega), onDone: reload })
  if (row === undefined) return null
  const item = {
    label: 'Descartar a remessa',
    danger: true,
    onSelect: () => setDiscarding(true),
    ...(isSet(row.dhDescarte) ? { reason: 'Esta remessa já foi descartada.' } : {}),
  }
  const items = isSet(row.dhDescarte) ? [item] : [...delivery.items, item]
  return (
    <>
      {writable ? <Menu name="Mais ações" label="Mais" items={items} /> : null}
      <Button hotkey="dispatch" onClick={() => download(REMESSA, id)}>
        Baixar arquivo
      </Button>
      {discarding ? <DiscardDialog row={row} onClose={() => setDiscarding(false)} onDone={reload} /> : null}
      {delivery.dialog}
    </>
  )
}

interface DiscardProps {
  readonly row: Row
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks why a file is discarded, and that somebody says it was never sent. */
function DiscardDialog({ row, onClose, onDone }: DiscardProps): ReactElement {
  const go = async ({ naoEnviada, xMotivo }: Values, form: FormModel): Promise<boolean> => {
    if (naoEnviada !== true) {
      form.refuse('naoEnviada', 'Confirme que o arquivo não foi enviado ao banco.')
      return false
    }
    const body = { naoEnviada, xMotivo }
    const failed = 'Não foi possível descartar a remessa'
    const done = await send({ path: `${REMESSA}/${row.id}/descarta`, body, form, failed })
    if (!done) return false
    toast.success('Remessa descartada: os boletos voltam a esperar.')
    onDone()
    return true
  }
  return (
    <AskDialog
      title={`Descartar a remessa ${textOf(row.sequencia)}?`}
      action="Descartar"
      initial={discard.defaults}
      onGo={go}
      onClose={onClose}
    >
      <div className="span-12">
        <p className="dialog-text">
          {`${counted(numberOf(row.qTitulos) ?? 0, 'boleto volta', 'boletos voltam')} a esperar remessa. Se o banco já tem o arquivo, não descarte: ele recusaria os mesmos boletos em outra remessa.`}
        </p>
      </div>
      <discard.Field name="xMotivo" span={12} autoFocus />
      <discard.Field name="naoEnviada" span={12} />
    </AskDialog>
  )
}

/** What the file adds up to, and where it stands. */
function Head(): ReactElement | null {
  useSignals()
  const row = useForm().record.value
  if (row === undefined) return null
  return (
    <Stands
      chip={deliveryChip(row) ?? stateOf(row)}
      texts={[
        `em ${formatDate(row.data)}`,
        counted(numberOf(row.qTitulos) ?? 0, 'boleto', 'boletos'),
        formatMoney(row.vTotal),
        deliveryText(row),
        isSet(row.dhDescarte) ? `descartada em ${formatDateTime(row.dhDescarte)}: ${textOf(row.xMotivo)}` : '',
      ]}
    />
  )
}

function RemessaForm(modal: ModalProps): ReactElement {
  useSignals()
  const writable = mayEdit(rights.value, modal.right)
  return (
    <ResourceForm
      modal={modal}
      resource={REMESSA}
      name="Remessa"
      title={(row) => `Remessa ${textOf(row.sequencia)} · ${textOf(row.arquivo)}`}
      shown
      actions={<Verbs id={modal.id} writable={writable} />}
    >
      <Tab label="Boletos" free>
        <Head />
        <div className="span-12">
          <Titles id={modal.id} />
        </div>
      </Tab>
      <Tab label="Arquivo" needsRecord free>
        <ReferenceField name="banco_cnab_id" resource="financeiro/banco_cnab" disabled span={6} />
        <ReferenceField name="banco_id" resource="financeiro/banco" disabled span={6} />
        <Field name="layout" span={4} />
        <Field name="sequencia" span={4} />
        <Field name="data" span={4} />
        <Field name="arquivo" span={12} />
        <Field name="sha256" span={12} />
      </Tab>
    </ResourceForm>
  )
}

/** A file to the bank, or the choice of what goes into a new one. */
export function RemessaModal(modal: ModalProps): ReactElement {
  return modal.id === 'new' ? <NewRemessa {...modal} /> : <RemessaForm {...modal} />
}
