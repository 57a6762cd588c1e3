import { useState, type ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { bancoFields } from '../../../core/fields/financeiro/caixa'
import { post } from '../../app/api'
import { toast } from '../../app/toasts'
import { Button } from '../../ui/button'
import { fieldsOf } from '../../ui/fields-of'
import { useForm } from '../../ui/form/context'
import { SecretField } from '../../ui/form/secret-field'
import { textOf } from '../../ui/row'

const { Field } = fieldsOf(bancoFields)

/** How the files of an account go to its bank: what each way asks for, and a try of it. */
export function Transmission(): ReactElement {
  useSignals()
  const via = textOf(useForm().values.value.transmissao_via)
  return (
    <>
      <Field name="transmissao_via" span={6} help="Vazia: quem baixa o arquivo o leva ao banco" />
      {via === 'pasta' ? (
        <Field name="transmissao_pasta" span={6} help="Abaixo da pasta dos bancos no servidor" />
      ) : null}
      {via === 'sftp' ? <Sftp /> : null}
      {via === 'api' ? <Api /> : null}
      {via === '' ? null : <Try />}
    </>
  )
}

function Sftp(): ReactElement {
  return (
    <>
      <Field
        name="transmissao_endereco"
        label="Servidor"
        span={6}
        help="Com a porta, se não for a 22: sftp.banco.com.br:2222"
      />
      <Field name="transmissao_usuario" span={6} />
      <Field name="transmissao_pasta" span={6} help="Onde o banco busca os arquivos; vazia: a de entrada" />
      <Field name="transmissao_impressao" span={12} help="A impressão digital que o banco informa: SHA256:…" />
      <SecretField name="transmissao_senha" given="transmissao_senha_definida" label="Senha" />
      <SecretField
        name="transmissao_chave"
        given="transmissao_chave_definida"
        label="Chave privada"
        help="No lugar da senha, onde o banco a quer"
      />
    </>
  )
}

function Api(): ReactElement {
  return (
    <>
      <Field name="transmissao_endereco" label="Endereço da API" span={12} help="https://…" />
      <Field name="transmissao_token_url" span={12} help="Onde o acesso é pedido (OAuth 2.0)" />
      <Field name="transmissao_usuario" label="Client ID" span={6} />
      <SecretField name="transmissao_senha" given="transmissao_senha_definida" label="Client secret" />
      <SecretField
        name="transmissao_chave"
        given="transmissao_chave_definida"
        label="Certificado e chave"
        help="Em PEM, onde o banco os pede"
      />
    </>
  )
}

/** Tries what is saved: the bank is asked, and nothing is left there. */
function Try(): ReactElement {
  useSignals()
  const form = useForm()
  const [busy, setBusy] = useState(false)
  const id = form.record.value?.id
  const reason = id === undefined || form.dirty.value ? 'Salve a conta antes de testar.' : ''
  const go = async (): Promise<void> => {
    setBusy(true)
    try {
      await post(`financeiro/banco/${textOf(id)}/testaTransmissao`)
      toast.success('A transmissão funciona: o banco responde.')
    } catch (error) {
      toast.error(error, 'A transmissão não funciona', '', form)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="span-12">
      <Button onClick={() => void go()} busy={busy} reason={reason}>
        Testar a transmissão
      </Button>
    </div>
  )
}
