import { f } from '../platform/fields'
import { address, email, phone, taxId } from '../platform/kit'
import { resource } from '../platform/resource'

const person = () => ({
  CNPJ_CPF: taxId(),
  xNome: f.text('Nome', { max: 120 }).required(),
  xFant: f.text('Nome fantasia', { max: 120 }),
  IE: f.text('Inscrição estadual', { max: 20 }),
  st: f.integer('Situação', { min: 0, max: 9 }).default(0),
  ativo: f.boolean('Ativo').default(true),
  fone: phone(),
  email: email(),
  ...address(),
})

/** Customers. */
export const cliente = resource({
  name: 'cliente',
  paths: ['cliente', 'cadastros/cliente'],
  title: 'Cliente',
  right: 'cliente',
  company: 'none',
  fields: {
    ...person(),
    prazo: f.text('Prazo de pagamento', { max: 60, doc: 'Condição usual, por exemplo 30/60/90' }),
    identifica_consumidor: f.boolean('Identifica o consumidor').default(true),
    sem_endereco: f.boolean('Sem endereço').default(false),
    email_list: f.json('E-mails', { doc: 'Lista de textos' }),
    has_whatsapp: f.boolean('Tem WhatsApp').default(false),
    vendedor_id: f.ref('Vendedor', 'vendedor'),
    tabela_preco_id: f.ref('Tabela de preço', 'tabela_preco'),
    transportadora_id: f.ref('Transportadora', 'transportadora'),
    limite_credito: f.money('Limite de crédito', { min: 0 }),
    obs: f.text('Observações', { max: 2000 }),
  },
  search: ['xNome', 'xFant', 'CNPJ_CPF'],
  display: ['xNome', 'xFant', 'CNPJ_CPF'],
  unique: [['CNPJ_CPF']],
})

/** Suppliers. */
export const fornecedor = resource({
  name: 'fornecedor',
  paths: ['fornecedor', 'cadastros/fornecedor'],
  title: 'Fornecedor',
  right: 'fornecedor',
  company: 'none',
  fields: person(),
  search: ['xNome', 'xFant', 'CNPJ_CPF'],
  display: ['xNome', 'xFant', 'CNPJ_CPF'],
  unique: [['CNPJ_CPF']],
})

/** Carriers. */
export const transportadora = resource({
  name: 'transportadora',
  paths: ['transportadora', 'cadastros/transportadora'],
  title: 'Transportadora',
  right: 'transportadora',
  company: 'none',
  fields: { ...person(), xEnder: f.text('Endereço', { max: 160 }) },
  search: ['xNome', 'xFant', 'CNPJ_CPF'],
  display: ['xNome'],
})

/** Salespeople. */
export const vendedor = resource({
  name: 'vendedor',
  paths: ['vendedor', 'cadastros/vendedor'],
  title: 'Vendedor',
  right: 'vendedor',
  company: 'none',
  fields: {
    ...person(),
    pComissao: f.decimal('Comissão (%)', 4, { min: 0, max: 100 }).default(0),
    user_id: f.ref('Usuário', 'user'),
  },
  search: ['xNome', 'xFant'],
  display: ['xNome'],
})

/** Delivery addresses of customers. */
export const clienteEndereco = resource({
  name: 'cliente_endereco',
  paths: ['cadastros/cliente_endereco'],
  title: 'Endereço de entrega',
  right: 'cliente',
  company: 'none',
  fields: {
    cliente_id: f.ref('Cliente', 'cliente').required(),
    padrao: f.boolean('Padrão').default(false),
    ...address(),
  },
  search: ['xLgr', 'xBairro'],
  display: ['xLgr', 'nro'],
  parent: { resource: 'cliente', field: 'cliente_id', list: 'endereco_entrega_list' },
})
