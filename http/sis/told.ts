import { integer, boolean, list, message, object, ref, type Routes, text } from '../platform/served'
import { mountAnexos } from './anexo/routes'
import { trailed } from './auditoria/told'
import { customFields } from './custom/told'
import { mountGivers } from './givers'
import { mountLogos, withLogo } from './logo/routes'
import { mountPasswordReset } from './password-reset'
import { healthPage } from './saude/told'
import { mountSession, mountSignIn } from './session-routes'
import { mountSecurity } from './seguranca/routes'
import { mountSignup } from './signup'

const named = object({ id: integer(), name: text() })

const signIn: Routes = {
  open: true,
  mount: mountSignIn,
  tells: [
    {
      path: '/api/authenticate',
      method: 'post',
      summary: 'Entra',
      body: object({
        email: text(),
        password: text(),
        codigo: text('Do aplicativo ou de recuperação, de quem tem segundo fator'),
      }),
      answer: object({ token: text(), user: ref('current_user') }),
    },
  ],
  shapes: {
    current_user: object(
      {
        id: integer(),
        name: text(),
        email: text(),
        roles: list(named),
        permissions: list(named),
        empresa_id: integer('A empresa escolhida'),
        empresa: object({ id: integer(), xNome: text(), xFant: text(), CRT: integer(), UF: text() }),
        restoreId: text('Identidade no chat'),
      },
      'Quem entrou: as permissões são as das regras e as próprias.',
    ),
    app_acl: object(
      { roles: list(text()), permissions: list(text()) },
      'O que o navegador guarda em AppAcl: os nomes das regras e das permissões de quem entrou.',
    ),
  },
}

const passwordReset: Routes = {
  open: true,
  mount: mountPasswordReset,
  tells: [
    {
      path: '/api/password_reset',
      method: 'post',
      summary: 'Pede um link de nova senha, ou com o token a troca',
      body: ref('password_reset_request'),
      answer: message,
    },
  ],
  shapes: {
    password_reset_request: object({
      email: text('Sem token: quem pede o link'),
      token: text('O do link, que vale uma vez'),
      new_password: text(),
      confirm_password: text('Igual à nova senha'),
    }),
    reset_token: object({ aud: text('O e-mail de quem pediu') }, 'O que um link de nova senha leva.'),
  },
}

const signup: Routes = {
  open: true,
  mount: mountSignup,
  tells: [
    {
      path: '/api/signup',
      method: 'post',
      summary: 'Pede uma conta, que um administrador aprova ou recusa',
      body: ref('solicitacao_conta'),
      answer: message,
    },
  ],
}

const session: Routes = {
  mount: mountSession,
  tells: [
    { path: '/api/logout', method: 'post', summary: 'Sai', answer: message },
    { path: '/api/logout', method: 'unlink', summary: 'Sai', answer: message },
    {
      path: '/api/sessao',
      method: 'get',
      summary: 'Quem entrou, as empresas e a configuração',
      answer: object({
        user: ref('current_user'),
        empresas: list(ref('empresa')),
        empresa_id: integer(),
        configuracao: object({}, 'Itens de configuração por nome'),
        assinante: ref('client_account'),
        falta_fator: boolean('Sua função exige o segundo fator, que não foi ativado: nada mais responde antes'),
        chave_rascunhos: text('AES-256 em base64: com ela os rascunhos desta pessoa são cifrados no navegador'),
        versao: text(),
      }),
    },
    {
      path: '/api/sessao',
      method: 'put',
      summary: 'Escolhe a empresa em que se trabalha',
      body: object({ empresa_id: integer() }),
      answer: object({ empresa_id: integer() }),
    },
    {
      path: '/api/sessao/link',
      method: 'post',
      summary: 'Um endereço que se abre sem cabeçalho nem cookie, só para ler e por um minuto',
      body: object({ path: text('O que se lê: um caminho de /api ou /reporting, com os parâmetros') }),
      answer: object({ url: text(), segundos: integer() }),
    },
    { path: '/api/sessao/listas', method: 'get', summary: 'As listas de depois de entrar', answer: ref('login_lists') },
    { path: '/api/updateAvisoBloqueio', method: 'post', summary: 'O aviso de atraso foi fechado', answer: message },
  ],
  shapes: {
    client_account: object(
      {
        CNPJ_CPF: text(),
        uuid: text(),
        qDiasDevedor: integer('Dias em atraso'),
        qParcelasDevedor: integer('Parcelas vencidas'),
        devedor: boolean('A partir de 3 dias, com parcelas vencidas, para quem pode pagar'),
        segundos: integer('Contagem do aviso: 30 por dia em atraso'),
        boleto_url: text('Onde pagar'),
      },
      'A assinatura em atraso, para quem deve ser avisado nesta sessão; senão null.',
    ),
    login_lists: object(
      Object.fromEntries(
        ['pagamento', 'armazenamento', 'empresa', 'vendedor', 'tipo_entrada_saida'].map((name) => [
          name,
          list(ref(name)),
        ]),
      ),
      'As listas de que quase toda tela precisa, até 1000 registros de cada; vazias sem direito de ver.',
    ),
    configuration_item: ref('configuracao'),
  },
}

const SECURITY = 'Segurança'
const session_list = list(
  object({ id: integer(), criada_em: text(), usada_em: text(), endereco: text(), agente: text(), atual: boolean() }),
)
const ended = object({ encerradas: integer() })

const security: Routes = {
  mount: mountSecurity,
  tells: [
    {
      path: '/api/sessao/perfil',
      method: 'put',
      summary: 'Altera o próprio nome',
      tag: SECURITY,
      body: object({ name: text() }),
      answer: message,
    },
    {
      path: '/api/sessao/senha',
      method: 'put',
      summary: 'Troca a própria senha; as outras sessões se encerram',
      tag: SECURITY,
      body: object({ password: text('A de agora'), new_password: text(), confirm_password: text('Igual à nova') }),
      answer: message,
    },
    {
      path: '/api/sessao/segundo_fator',
      method: 'get',
      summary: 'Como está o próprio segundo fator',
      tag: SECURITY,
      answer: object({ ativo: boolean(), exigido: boolean(), codigos: integer('Códigos de recuperação que restam') }),
    },
    {
      path: '/api/sessao/segundo_fator',
      method: 'post',
      summary: 'Começa a ativação: o segredo para o aplicativo',
      tag: SECURITY,
      body: object({ password: text() }),
      answer: object({ segredo: text(), uri: text() }),
    },
    {
      path: '/api/sessao/segundo_fator/confirma',
      method: 'post',
      summary: 'Ativa com um código do aplicativo; responde os códigos de recuperação, só desta vez',
      tag: SECURITY,
      body: object({ codigo: text() }),
      answer: object({ codigos: list(text()) }),
    },
    {
      path: '/api/sessao/segundo_fator',
      method: 'delete',
      summary: 'Remove o próprio segundo fator',
      tag: SECURITY,
      body: object({ password: text(), codigo: text() }),
      answer: message,
    },
    {
      path: '/api/sessao/sessoes',
      method: 'get',
      summary: 'As próprias sessões abertas',
      tag: SECURITY,
      answer: object({ data: session_list }),
    },
    { path: '/api/sessao/sessoes', method: 'delete', summary: 'Encerra as outras', tag: SECURITY, answer: ended },
    { path: '/api/sessao/sessoes/{id}', method: 'delete', summary: 'Encerra uma', tag: SECURITY, answer: ended },
  ],
}

const FILES = 'Anexos e imagens'
const upload = object({ file: text('O arquivo, em multipart/form-data') })

const anexos: Routes = {
  mount: mountAnexos,
  tells: [
    {
      path: '/api/sis/anexo',
      method: 'get',
      summary: 'Os anexos de um registro, com o direito de ver o registro',
      tag: FILES,
      query: { anexable_type: text('O recurso'), anexable_id: integer('O registro') },
      answer: { allOf: [ref('list_response'), object({ data: list(ref('anexo')) })] },
    },
    {
      path: '/api/sis/anexo',
      method: 'post',
      summary: 'Anexa um arquivo a um registro',
      tag: FILES,
      body: object({
        anexable_type: text('O recurso'),
        anexable_id: integer('O registro'),
        file: text('O arquivo, em multipart/form-data'),
      }),
      answer: ref('anexo'),
    },
    {
      path: '/api/sis/anexo/{id}',
      method: 'put',
      summary: 'Dá outro nome ou outra descrição a um anexo, com o direito de alterar o registro',
      tag: FILES,
      body: object({ nome: text('Com a mesma extensão'), descricao: text(), versao: integer() }),
      answer: ref('anexo'),
    },
    {
      path: '/api/sis/anexo/{id}/ver',
      method: 'get',
      summary: 'A figura ou o PDF, para ver; 415 para outros arquivos, que só são baixados',
      tag: FILES,
      answer: 'Figura ou PDF',
    },
    { path: '/api/sis/anexo/{id}', method: 'delete', summary: 'Exclui um anexo', tag: FILES, answer: message },
    {
      path: '/api/sis/anexo/{id}/download',
      method: 'get',
      summary: 'O arquivo',
      tag: FILES,
      answer: 'O arquivo, sempre para baixar',
    },
  ],
}

const logos: Routes = {
  mount: mountLogos,
  get tells() {
    return withLogo().flatMap(({ title, paths: [path] }) => [
      {
        path: `/api/${path}/{id}/uploadLogo`,
        method: 'post' as const,
        summary: `Troca a imagem: ${title}`,
        tag: FILES,
        body: upload,
        answer: message,
      },
      {
        path: `/api/${path}/{id}/logo`,
        method: 'get' as const,
        summary: `A imagem: ${title}`,
        tag: FILES,
        answer: 'A imagem',
      },
    ])
  },
}

const givers: Routes = {
  mount: mountGivers,
  tells: [
    {
      path: '/api/acesso/quem_libera',
      method: 'get',
      summary: 'Quem pode dar a quem pergunta um direito que lhe falta',
      answer: object({ data: list(object({ name: text(), admin: boolean('Dá todos os direitos') })) }),
    },
  ],
}

/** What the access registers, files and sessions serve beside their resources. */
export const sisRoutes: readonly Routes[] = [
  signIn,
  passwordReset,
  signup,
  session,
  anexos,
  logos,
  givers,
  security,
  customFields,
  trailed,
  healthPage,
]
