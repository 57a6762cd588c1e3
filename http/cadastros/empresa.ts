import { f } from '../platform/fields'
import { address, email, phone, taxId } from '../platform/kit'
import { resource } from '../platform/resource'
import { logoOf } from '../sis/logo/logo'
import { companyHooks } from '../sis/company-hooks'

/** The companies of this installation; every document belongs to one. */
export const empresa = resource({
  name: 'empresa',
  paths: ['empresa', 'cadastros/empresa'],
  title: 'Empresa',
  right: 'empresa',
  company: 'none',
  fields: {
    CNPJ_CPF: taxId().required(),
    xNome: f.text('Razão social', { max: 120 }).required(),
    xFant: f.text('Nome fantasia', { max: 120 }),
    IE: f.text('Inscrição estadual', { max: 20 }),
    st: f.integer('Situação', { min: 0, max: 9 }).default(0),
    CRT: f
      .integer('Regime tributário', { options: [1, 2, 3, 4], doc: '1 Simples, 2 Simples com excesso, 3 Normal, 4 MEI' })
      .default(1),
    ambiente: f.integer('Ambiente fiscal', { options: [1, 2], doc: '1 produção, 2 homologação' }).default(2),
    tpCert: f.integer('Tipo de certificado', { options: [0, 1] }).default(0),
    bloqueio_venda: f
      .integer('Bloqueio de vendas', { options: [0, 1], doc: '1 bloqueia vendas a clientes com títulos vencidos' })
      .default(0),
    controla_estoque: f.boolean('Controla estoque').default(true),
    importa_outro_destinatario: f
      .boolean('Importa notas de outros destinatários', { doc: 'Só para demonstração e testes' })
      .default(false),
    exige_data_entrega: f.boolean('Exige data de entrega').default(false),
    gera_op_orcamento: f.integer('Gera ordem de produção do orçamento', { options: [0, 1, 2] }).default(0),
    cor: f.text('Cor', { max: 20 }),
    fone: phone(),
    email: email(),
    ...address(),
  },
  search: ['xNome', 'xFant', 'CNPJ_CPF'],
  display: ['xNome', 'xFant'],
  unique: [['CNPJ_CPF']],
  computed: { logo: logoOf('empresa') },
  hooks: companyHooks,
})
