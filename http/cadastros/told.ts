import { boolean, integer, list, object, ref, type Routes, text } from '../platform/served'
import { mountConsultas } from './consultas/routes'
import { empresa } from './empresa'
import { mountCertificates } from './empresa/certificado/upload'
import { mountTray } from './empresa/tray/routes'
import { mountImports } from './importacao/routes'
import { mountLgpd } from './lgpd/routes'
import { mountCodes } from './tabelas-fiscais'

const codes: Routes = {
  mount: mountCodes,
  tells: [
    { path: '/api/ncm/{code}', method: 'get', summary: 'O NCM de oito dígitos; 404 se não há', answer: ref('ncm') },
    { path: '/api/cest/{code}', method: 'get', summary: 'O CEST de sete dígitos; 404 se não há', answer: ref('cest') },
    {
      path: '/api/cclasstrib/{code}',
      method: 'get',
      summary: 'O cClassTrib de seis dígitos; 404 se não há',
      answer: ref('cclasstrib'),
    },
  ],
}

const consultas: Routes = {
  mount: mountConsultas,
  tells: [
    {
      path: '/api/consulta_cnpj/{cnpj}',
      method: 'get',
      summary: 'Dados públicos de uma empresa',
      answer: ref('cnpj_lookup'),
    },
    { path: '/api/consulta_cep/{cep}', method: 'get', summary: 'Endereço de um CEP', answer: ref('cep_lookup') },
  ],
  shapes: {
    category_tree_node: object({
      id: integer(),
      descricao: text(),
      full_descricao: text('O caminho inteiro: Atacado > Sul'),
      childs: list(ref('category_tree_node')),
    }),
    cnpj_lookup: object({
      ...Object.fromEntries(
        [
          'nome',
          'fantasia',
          'email',
          'logradouro',
          'numero',
          'complemento',
          'bairro',
          'uf',
          'telefone',
          'cep',
          'situacao',
        ].map((name) => [name, text()]),
      ),
      ibge: text('Código do município'),
    }),
    cep_lookup: object({
      logradouro: text(),
      bairro: text(),
      uf: text(),
      ibge: text('Código do município'),
      erro: boolean('Não há este CEP'),
    }),
  },
}

const imports: Routes = {
  mount: mountImports,
  tells: [
    {
      path: '/api/cadastros/importacao/upload',
      method: 'post',
      summary: 'Lê uma planilha (CSV ou XLSX, multipart/form-data) para um novo lote, e a confere',
      tag: 'Importação',
      body: object({ tipo: text('clientes, fornecedores, produtos ou precos'), file: text('O arquivo') }),
      answer: ref('importacao'),
    },
  ],
}

const lgpd: Routes = {
  mount: mountLgpd,
  tells: [
    {
      path: '/reporting/lgpd/{recurso}/{id}',
      method: 'get',
      summary: 'Tudo sobre a pessoa de um cadastro',
      tag: 'Atendimento LGPD',
      query: { format: text('json, html ou pdf') },
      answer: object({
        titular: object({ nome: text(), cpf: text(), emails: list(text()) }),
        gerado_em: text(),
        cadastros: list(object({}, 'Registro, o que se refere a ele, histórico e anexos')),
        emails: list(object({})),
        acessos: list(object({})),
      }),
    },
  ],
}

const certificates: Routes = {
  mount: mountCertificates,
  tells: [
    {
      path: `/api/${empresa.paths[0]}/{id}/uploadCert`,
      method: 'post',
      summary: 'Guarda, cifrado, o certificado A1 da empresa',
      tag: empresa.title,
      body: object({ empresa_id: integer(), keyPass: text('A senha do certificado'), file: text('O arquivo PFX') }),
      answer: object({ message: text(), certificado: object({}, 'Titular, emissor, validade e situação') }),
    },
  ],
}

const tray: Routes = {
  mount: mountTray,
  tells: [
    {
      path: '/api/integracoes/ecommerce/traycommerce/getPayments',
      method: 'get',
      summary: 'As formas de pagamento da loja Tray da empresa',
      tag: empresa.title,
      query: { empresa_id: integer('A escolhida, se nada for dito') },
      answer: object({ data: list(object({ external_payment_id: text(), external_payment: text() })) }),
    },
  ],
}

/** What the registers serve beside their resources. */
export const registersRoutes: readonly Routes[] = [codes, consultas, imports, lgpd, certificates, tray]
