import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { mdfeRecebidoFields } from '../../../core/fields/compras/mdfe-recebido'
import type { ModalProps } from '../../app/registry'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { Following } from '../../ui/form/following'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
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
      {isSet(record?.dhEncerramento) ? <Field name="dhEncerramento" span={4} /> : null}
      {isSet(record?.dhCancelamento) ? <Field name="dhCancelamento" span={4} /> : null}
      {isSet(record?.xJust) ? <Field name="xJust" span={8} /> : null}
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
      shown
    >
      <Tab label="MDF-e">
        <Following resource={RESOURCE} />
        <Field name="status" span={3} />
        <Field name="dhEmi" span={4} />
        <Field name="serie" span={2} />
        <Field name="tpAmb" span={3} />
        <Field name="xNome" span={8} />
        <Field name="CNPJ_CPF" span={4} />
        <Field name="participacao" span={12} />
        <Field name="modal" span={3} />
        <Field name="UFIni" span={3} />
        <Field name="UFFim" span={3} />
        <Field name="placa" span={3} />
        <Field name="qNFe" span={2} />
        <Field name="qCTe" span={2} />
        <Field name="vCarga" span={3} />
        <Field name="qCarga" span={3} />
        <Field name="cUnid" span={2} />
        <Field name="chMDFe" span={8} />
        <Field name="nProt" span={4} />
        <Ended />
      </Tab>
    </ResourceForm>
  )
}
