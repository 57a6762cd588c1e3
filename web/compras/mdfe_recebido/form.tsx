import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mdfeRecebidoFields } from '../../../core/fields/compras/mdfe-recebido'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { Following } from '../../ui/form/following'
import { ResourceForm } from '../../ui/form/resource-form'
import { isSet, textOf } from '../../ui/row'
import { openPaper, RESOURCE } from './papers'

const { Field } = fieldsOf(mdfeRecebidoFields)

/** The modal whose paper is drawn. */
const ROAD = 1

/** The paper and the file of the manifest. */
function Papers(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  if (record === undefined) return null
  const none = record.modal === ROAD ? {} : { reason: 'Só o DAMDFE do modal rodoviário é impresso.' }
  return (
    <>
      <Button icon="print" {...none} onClick={() => openPaper(record.id, 'printDamdfe')}>
        DAMDFE
      </Button>
      <Button icon="export" onClick={() => openPaper(record.id, 'getXml')}>
        Baixar XML
      </Button>
    </>
  )
}

/** How the manifest ended; nothing of one that is open. */
function Ended(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  return (
    <>
      {isSet(record?.dhEncerramento) ? <Field name="dhEncerramento" disabled span={4} /> : null}
      {isSet(record?.dhCancelamento) ? <Field name="dhCancelamento" disabled span={4} /> : null}
      {isSet(record?.xJust) ? <Field name="xJust" disabled span={8} /> : null}
    </>
  )
}

/** A manifest of another: what it says of the cargo and of the company, and what became of it. */
export function MdfeRecebidoForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource={RESOURCE}
      name="MDF-e recebido"
      title={(row) => `MDF-e ${textOf(row.nMDF)} · ${textOf(row.xNome)}`}
      actions={<Papers />}
    >
      <Following resource={RESOURCE} />
      <Field name="status" disabled span={3} />
      <Field name="dhEmi" disabled span={4} />
      <Field name="serie" disabled span={2} />
      <Field name="tpAmb" disabled span={3} />
      <Field name="xNome" disabled span={8} />
      <Field name="CNPJ_CPF" disabled span={4} />
      <Field name="participacao" disabled span={12} />
      <Field name="modal" disabled span={3} />
      <Field name="UFIni" disabled span={3} />
      <Field name="UFFim" disabled span={3} />
      <Field name="placa" disabled span={3} />
      <Field name="qNFe" disabled span={2} />
      <Field name="qCTe" disabled span={2} />
      <Field name="vCarga" disabled span={3} />
      <Field name="qCarga" disabled span={3} />
      <Field name="cUnid" disabled span={2} />
      <Field name="chMDFe" disabled span={8} />
      <Field name="nProt" disabled span={4} />
      <Ended />
    </ResourceForm>
  )
}
