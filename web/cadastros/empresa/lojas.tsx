import { useState, type ReactElement } from 'react'
import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { empresaFields } from '../../../core/fields/cadastros/empresa'
import { fieldsOf } from '../../ui/fields-of'
import { get } from '../../app/api'
import { toast } from '../../app/toasts'
import { Button, IconButton } from '../../ui/button'
import { useForm, useRegistered } from '../../ui/form/context'
import { SecretField } from '../../ui/form/secret-field'
import { linesOf, type Line } from '../../ui/lines/lines-state'
import { isRecord, rowsOf, textOf, type Row, type Values } from '../../ui/row'
import { useLoaded } from '../../ui/use-loaded'

const { Field } = fieldsOf(empresaFields)

const LIST = 'tray_payment_relationship'
const SHOP = 'integracao_li'

/** Web shops: Tray, with its payment methods matched to ours, and what the connector of Loja Integrada reads; and the national register of products. */
export function ShopsTab(): ReactElement {
  return (
    <>
      <h3 className="group-title">Tray</h3>
      <Field
        name="tray_url"
        label="Endereço da API"
        span={7}
        help="Por exemplo https://sualoja.commercesuite.com.br/web_api"
      />
      <SecretField name="tray_token" given="tray_token_definido" label="Chave de acesso" />
      <Payments />
      <h3 className="group-title">Loja Integrada</h3>
      <ShopSwitches />
      <h3 className="group-title">Marketplace</h3>
      <Field name="CNPJ_intermed" span={4} help="Vai nas notas das vendas feitas nele" />
      <Field name="idCadIntTran" span={5} help="Vendedor ou perfil da empresa nele" />
      <h3 className="group-title">GS1 Brasil (CNP)</h3>
      <Field name="gs1_client_id" label="Client ID" span={5} />
      <SecretField name="gs1_client_secret" given="gs1_client_secret_definido" label="Client secret" />
      <Field name="gs1_usuario" label="Usuário" span={5} />
      <SecretField name="gs1_senha" given="gs1_senha_definida" label="Senha" />
      <Field name="gs1_cad" label="CAD" span={3} help="Código da empresa associada" />
      <Field name="gs1_prefixo" label="Prefixo GS1" span={3} help="Sem a API, numera os GTINs" />
      <Field name="gs1_url" span={6} help="Vazio: https://api.gs1br.org" />
    </>
  )
}

const SWITCHES = [
  ['ativo', 'Integração ativa'],
  ['sync_stock', 'Atualiza o estoque da loja'],
  ['gera_nfe', 'Gera NF-e dos pedidos'],
] as const

/** Three switches that are one value of the record. */
function ShopSwitches(): ReactElement {
  useSignals()
  const form = useForm()
  useRegistered({ name: SHOP, label: 'Loja Integrada', required: false, mute: true, focus: () => undefined })
  const stored = useComputed(() => form.values.value[SHOP]).value
  const value = isRecord(stored) ? stored : {}
  return (
    <div className="panel-row" data-field={SHOP}>
      {SWITCHES.map(([name, label]) => (
        <label key={name} className="panel-switch">
          <input
            type="checkbox"
            role="switch"
            className="switch"
            checked={value[name] === true}
            disabled={name !== 'ativo' && value.ativo !== true}
            onChange={(event) =>
              form.set(SHOP, {
                ativo: false,
                sync_stock: false,
                gera_nfe: false,
                ...value,
                [name]: event.target.checked,
              })
            }
          />
          {label}
        </label>
      ))}
      <p className="field-help">Lidos pelo conector da loja, pela API da empresa.</p>
    </div>
  )
}

interface External {
  readonly id: string
  readonly name: string
}

async function externalPayments(empresa: string): Promise<readonly External[]> {
  const answer = await get('integracoes/ecommerce/traycommerce/getPayments', { query: { empresa_id: empresa } })
  const data: readonly unknown[] = isRecord(answer) && Array.isArray(answer.data) ? answer.data : []
  return data
    .filter((one) => isRecord(one))
    .map((one) => ({ id: textOf(one.external_payment_id), name: textOf(one.external_payment) }))
}

interface Matches {
  readonly lines: readonly Line[]
  readonly change: (next: readonly Line[]) => void
  readonly busy: boolean
  readonly fetchAll: () => Promise<void>
}

function useMatches(): Matches {
  useSignals()
  const form = useForm()
  useRegistered({ name: LIST, label: 'Pagamentos da Tray', required: false, focus: () => undefined })
  const lines = useComputed(() => linesOf(form.values.value[LIST])).value
  const [busy, setBusy] = useState(false)
  // What is shown of our method belongs to the answer, not to what is sent.
  const change = (next: readonly Line[]): void =>
    form.set(
      LIST,
      next.map(({ internal_payment: _shown, ...line }) => line),
    )
  const fetchAll = async (): Promise<void> => {
    setBusy(true)
    try {
      const found = await externalPayments(String(form.record.peek()?.id))
      const known = new Set(lines.map((line) => textOf(line.external_payment_id)))
      const fresh = found
        .filter((one) => !known.has(one.id))
        .map((one) => ({ key: crypto.randomUUID(), external_payment_id: one.id, external_payment: one.name }))
      if (fresh.length === 0) toast.info('Todas as formas de pagamento da loja já estão na lista.')
      else change([...lines, ...fresh])
    } catch (error) {
      toast.error(error)
    } finally {
      setBusy(false)
    }
  }
  return { lines, change, busy, fetchAll }
}

function Payments(): ReactElement {
  useSignals()
  const form = useForm()
  const { lines, change, busy, fetchAll } = useMatches()
  const fault = useComputed(() => form.errors.value[LIST]).value
  const own = useLoaded('financeiro/pagamentos?perPage=200&orderBy=descricao', 'pagamento')
  const payments = isRecord(own) ? rowsOf(own.data) : []
  const reason = form.record.value?.tray_token_definido === true ? '' : 'Informe endereço e chave, e salve.'
  return (
    <div className="panel" data-field={LIST}>
      <div className="panel-row">
        <p className="hint panel-grow">Qual forma de pagamento do Prumo é cada uma da loja.</p>
        {form.readOnly.value ? null : (
          <Button icon="refresh" busy={busy} reason={reason} onClick={() => void fetchAll()}>
            Buscar da loja
          </Button>
        )}
      </div>
      {lines.length === 0 ? null : (
        <ul className="pairs">
          {lines.map((line) => (
            <Match
              key={line.key}
              line={line}
              payments={payments}
              write={(values) => change(lines.map((one) => (one === line ? { ...line, ...values } : one)))}
              erase={() => change(lines.filter((one) => one !== line))}
            />
          ))}
        </ul>
      )}
      {fault === undefined ? null : (
        <p role="alert" className="field-error">
          {fault}
        </p>
      )}
    </div>
  )
}

interface MatchProps {
  readonly line: Line
  readonly payments: readonly Row[]
  readonly write: (values: Values) => void
  readonly erase: () => void
}

/** One payment method of the shop, and ours that it is. */
function Match({ line, payments, write, erase }: MatchProps): ReactElement {
  const name = textOf(line.external_payment) || textOf(line.external_payment_id)
  return (
    <li>
      <span>
        {name} <span className="hint mono">{textOf(line.external_payment_id)}</span>
      </span>
      <select
        className="input"
        aria-label={`Forma de pagamento de ${name}`}
        value={textOf(line.internal_payment_id)}
        onChange={({ target }) => write({ internal_payment_id: target.value === '' ? null : Number(target.value) })}
      >
        <option value="">Escolha…</option>
        {payments.map((row) => (
          <option key={row.id} value={row.id}>
            {textOf(row.descricao)}
          </option>
        ))}
      </select>
      <IconButton icon="trash" label={`Remover ${name}`} onClick={erase} />
    </li>
  )
}
