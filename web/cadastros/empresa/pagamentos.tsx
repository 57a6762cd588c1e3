import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { empresaFields } from '../../../core/fields/cadastros/empresa'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { SecretField } from '../../ui/form/secret-field'

const { Field } = fieldsOf(empresaFields)

/** How the company's customers pay instalments: the key of Pix, and the service whose links take cards, Pix and boleto. */
export function PaymentsTab(): ReactElement {
  return (
    <>
      <h3 className="group-title">Pix</h3>
      <Field name="pix_chave" span={6} help="CPF, CNPJ, telefone com +55, e-mail ou chave aleatória" />
      <h3 className="group-title">Links de pagamento</h3>
      <Field name="checkout_url" span={7} help="A API do serviço, como https://api.servico.com.br/v1" />
      <SecretField name="checkout_token" given="checkout_token_definido" label="Chave do serviço" />
      <SecretField
        name="checkout_segredo"
        given="checkout_segredo_definido"
        label="Segredo dos avisos"
        help="Com ele o serviço assina o que avisa"
      />
      <NoticeAddress />
    </>
  )
}

/** The address that the service is given, for its notices. */
function NoticeAddress(): ReactElement | null {
  useSignals()
  const record = useForm().record.value
  return record === undefined ? null : (
    <p className="field-help">
      No serviço, cadastre este endereço para os avisos de pagamento:{' '}
      <span className="code">{`${location.origin}/publico/pagamento/${record.id}`}</span>
    </p>
  )
}
