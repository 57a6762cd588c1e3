import type { ReactElement } from 'react'
import { tipoEntradaSaidaFields } from '../../../core/fields/cadastros/tipo-entrada-saida'
import { fieldsOf } from '../../ui/fields-of'
import type { ModalProps } from '../../app/registry'
import { ResourceForm } from '../../ui/form/resource-form'
import { Tab } from '../../ui/form/tab'
import { textOf } from '../../ui/row'
import { CfopLines } from './cfop-lines'

const { Field, defaults } = fieldsOf(tipoEntradaSaidaFields)

/** An operation type: what it does to stock and money, and how its notes are issued. */
export function TipoEntradaSaidaForm(modal: ModalProps): ReactElement {
  return (
    <ResourceForm
      modal={modal}
      resource="tipo_entrada_saida"
      name="Tipo de operação"
      title={(row) => textOf(row.descricao)}
      defaults={defaults}
    >
      <Tab label="Operação">
        <Field name="descricao" span={8} />
        <Field name="tipo" span={4} />
        <Field name="padrao" emptyLabel="Nenhum" span={4} />
        <Field name="gera_financeiro" span={4} />
        <Field name="movimenta_estoque" span={4} />
        <Field name="exibe_relatorio" span={4} />
        <Field name="ativo" span={4} />
      </Tab>
      <Tab label="Nota fiscal">
        <Field name="natOp" span={8} />
        <Field name="finNFe" span={4} />
        <Field name="tpNFDebito" emptyLabel="Nenhum" span={6} />
        <Field name="tpNFCredito" emptyLabel="Nenhum" span={6} />
        <Field name="indFinal" emptyLabel="Pelo cliente" span={4} />
        <Field name="indPres" emptyLabel="Por onde foi a venda" span={4} />
        <Field name="tPag" emptyLabel="O da forma de pagamento" span={4} />
        <Field name="exige_referencia" span={6} />
        <Field name="forca_tributacao" span={6} />
        <CfopLines />
      </Tab>
    </ResourceForm>
  )
}
