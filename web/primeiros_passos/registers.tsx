import type { ReactElement } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { clienteFields } from '../../core/fields/cadastros/pessoas'
import { empresaFields } from '../../core/fields/cadastros/empresa'
import { mercadoriaFields, mercadoriaPrecoFields } from '../../core/fields/estoque/mercadoria'
import { armazenamentoFields } from '../../core/fields/estoque/registers'
import { pagamentoFields } from '../../core/fields/financeiro/registers'
import { userBeside, userFields } from '../../core/fields/sis/user'
import { chosenCompany, post } from '../app/api'
import { Go } from '../app/go'
import { rights } from '../app/session'
import { toast } from '../app/toasts'
import { mayCreate } from '../app/access'
import { fieldsOf } from '../ui/fields-of'
import { AddressFields } from '../ui/form/address'
import { Field as PlainField, type Option } from '../ui/form/fields'
import { TaxIdField } from '../ui/form/tax-id-field'
import { isRecord, isSet, rowsOf, textOf, type Row, type Values } from '../ui/row'
import { useLoaded } from '../ui/use-loaded'
import { QuickLines } from './quick-lines'
import { StepForm } from './step-form'

/** The steps' own forms: a few fields of registers that have screens of their own. */

interface StepProps {
  readonly onSaved: () => void
}

const company = fieldsOf(empresaFields)

export function CompanyStep({ onSaved }: StepProps): ReactElement | null {
  useSignals()
  const id = chosenCompany.value
  if (id === null) return null
  return (
    <StepForm key={id} resource="empresa" id={id} action="Salvar" onSaved={onSaved}>
      <TaxIdField />
      <company.Field name="IE" span={3} />
      <company.Field name="CRT" span={3} />
      <company.Field name="xNome" span={7} />
      <company.Field name="xFant" span={5} />
      <company.Field name="fone" span={5} />
      <company.Field name="email" span={7} />
      <AddressFields />
    </StepForm>
  )
}

/** What a register holds already, by name. */
const useThere = (resource: string, show: (row: Row) => string): string =>
  useRows(`${resource}?perPage=30`, resource)?.map(show).join(', ') ?? ''

/** The rows that a list answers, asked again when the resource changes; null until they are there. */
function useRows(path: string, resource: string): readonly Row[] | null {
  const answer = useLoaded(path, resource)
  return isRecord(answer) ? rowsOf(answer.data) : null
}

interface ThereProps {
  readonly text: string
  readonly to: string
  readonly screen: string
}

function There({ text, to, screen }: ThereProps): ReactElement {
  return (
    <p className="first-there">
      {text === '' ? 'Ainda não há nenhum. ' : `Já cadastrados: ${text}. `}
      <Go to={to}>{screen}</Go>
    </p>
  )
}

const place = fieldsOf(armazenamentoFields)

export function PlaceStep({ onSaved }: StepProps): ReactElement {
  const there = useThere('estoque/armazenamento', (row) => textOf(row.xArmazenamento))
  return (
    <>
      <There text={there} to="/ui/estoque/locais" screen="Abrir Locais" />
      <StepForm resource="estoque/armazenamento" defaults={place.defaults} action="Adicionar" onSaved={onSaved}>
        <place.Field name="codigo" span={4} help="Curto, como A-01" />
        <place.Field name="xArmazenamento" span={8} />
        <place.Field name="padrao" span={6} />
      </StepForm>
    </>
  )
}

const means = fieldsOf(pagamentoFields)

export function PaymentsStep({ onSaved }: StepProps): ReactElement {
  const there = useThere('financeiro/pagamentos', (row) => textOf(row.descricao))
  return (
    <>
      <There text={there} to="/ui/configuracao/pagamento" screen="Abrir Formas de Pagamento" />
      <StepForm resource="financeiro/pagamentos" defaults={means.defaults} action="Adicionar" onSaved={onSaved}>
        <means.Field name="descricao" span={5} />
        <means.Field name="tPag" span={4} />
        <means.Field name="maxInstallments" span={3} />
      </StepForm>
    </>
  )
}

const person = fieldsOf({ ...userFields, ...userBeside })

const same = (again: unknown, { password }: Values): string | undefined =>
  again === password ? undefined : 'As senhas não coincidem.'

async function giveRole(user: Row, role: unknown): Promise<void> {
  if (!isSet(role)) return
  try {
    await post(`user/${user.id}/attachRole`, { role_id: Number(role) })
  } catch (error) {
    toast.error(error)
  }
}

function useRoles(): readonly Option[] {
  const roles = useRows('funcoes/role?perPage=100', 'funcoes/role') ?? []
  return roles
    .filter(({ name }) => name !== 'user')
    .map((row) => ({ value: Number(row.id), label: textOf(row.descricao) || textOf(row.name) }))
}

export function UsersStep({ onSaved }: StepProps): ReactElement {
  useSignals()
  const roles = useRoles()
  const there = useThere('user', (row) => textOf(row.name))
  return (
    <>
      <There text={there} to="/ui/cadastros/user" screen="Abrir Usuários" />
      <StepForm
        resource="user"
        defaults={{ ...person.defaults, empresa_id: chosenCompany.value }}
        shape={({ role_id: _role, ...values }) => values}
        action="Adicionar"
        onSaved={async (row, { role_id: role }) => {
          await giveRole(row, role)
          onSaved()
        }}
      >
        <person.Field name="name" span={6} />
        <person.Field name="email" span={6} />
        <person.Field name="password" span={4} required />
        <person.Field name="password_cp" span={4} required validate={same} />
        <PlainField
          name="role_id"
          label="Regra de acesso"
          kind="select"
          options={roles}
          emptyLabel="Nenhuma"
          span={4}
        />
      </StepForm>
    </>
  )
}

function Imports({
  kind,
  to,
  screen,
}: {
  readonly kind: string
  readonly to: string
  readonly screen: string
}): ReactElement {
  useSignals()
  return (
    <p className="first-there">
      Tem uma lista em planilha ou de outro sistema?{' '}
      {mayCreate(rights.value, 'importacao') ? (
        <>
          <Go to={`/ui/cadastros/importacao/edit/new?tipo=${kind}`}>Importar</Go>
          {' · '}
        </>
      ) : null}
      <Go to={to}>{screen}</Go>
    </p>
  )
}

const product = fieldsOf({ ...mercadoriaFields, vUnTrib: mercadoriaPrecoFields.vUnTrib })

export function ProductsStep({ onSaved }: StepProps): ReactElement | null {
  const units = useRows('estoque/unidade?perPage=1&orderBy=id&sortedBy=asc', 'estoque/unidade')
  const tables = useRows('comercial/tabela_preco?perPage=1&orderBy=padrao&sortedBy=desc', 'comercial/tabela_preco')
  if (units === null || tables === null) return null
  const [unit, table] = [units[0], tables[0]]
  const shape = ({ vUnTrib, ...values }: Values): Values => ({
    ...values,
    ...(table !== undefined && isSet(vUnTrib) ? { mercadoria_precos: [{ tabela_preco_id: table.id, vUnTrib }] } : {}),
  })
  return (
    <>
      <Imports kind="produtos" to="/ui/estoque/mercadoria" screen="Abrir Mercadorias" />
      <QuickLines
        resource="mercadoria"
        defaults={unit === undefined ? {} : { unidade_id: unit.id, unidade: unit }}
        lead="xProd"
        shape={shape}
        action="Cadastrar produtos"
        onSaved={onSaved}
      >
        <product.Field name="xProd" span={5} />
        <product.ReferenceField name="unidade_id" resource="estoque/unidade" minChars={0} span={2} />
        <product.Field name="vUnTrib" required={false} decimals={2} span={2} />
        <product.Field name="NCM" span={3} />
      </QuickLines>
    </>
  )
}

const customer = fieldsOf(clienteFields)

export function CustomersStep({ onSaved }: StepProps): ReactElement {
  return (
    <>
      <Imports kind="clientes" to="/ui/cadastros/cliente" screen="Abrir Clientes" />
      <QuickLines
        resource="cliente"
        defaults={{}}
        lead="xNome"
        shape={(values) => values}
        action="Cadastrar clientes"
        onSaved={onSaved}
      >
        <customer.Field name="xNome" label="Nome / Razão social" span={5} />
        <customer.Field name="CNPJ_CPF" span={3} />
        <customer.Field name="fone" span={2} />
        <customer.Field name="UF" span={2} />
      </QuickLines>
    </>
  )
}
