import { integer, list, object, ref, type Routes, text } from '../../platform/served'
import { mountPairing } from './pairing'
import { mountPrograms, mountUpdates } from './programs'

const TAG = 'Agentes locais'

const pairing: Routes = {
  open: true,
  mount: mountPairing,
  tells: [
    {
      path: '/api/agente/pareamento',
      method: 'post',
      summary: 'Um computador pede um código de pareamento, que vale 10 minutos e uma vez',
      tag: TAG,
      body: object({ maquina: text(), sistema: text(), programa: text('Versão') }),
      answer: object({ codigo: text('Seis letras'), segredo: text('Com ele busca a chave'), segundos: integer() }),
    },
    {
      path: '/api/agente/pareamento/chave',
      method: 'post',
      summary: 'A chave do agente, uma vez, depois que alguém digitou o código; até lá 202',
      tag: TAG,
      body: object({ segredo: text() }),
      answer: object({ situacao: text('aguarda ou pareado'), agente_id: integer(), nome: text(), chave: text() }),
    },
  ],
}

const updates: Routes = {
  open: true,
  mount: mountUpdates,
  tells: [
    {
      path: '/api/agente/programa',
      method: 'get',
      summary: 'Os programas do agente, para um agente, com a sua chave',
      tag: TAG,
      answer: ref('agent_programs'),
    },
    {
      path: '/api/agente/programa/{alvo}',
      method: 'get',
      summary: 'O programa, para um agente, com a sua chave',
      tag: TAG,
      answer: 'O arquivo',
    },
  ],
}

const programs: Routes = {
  mount: mountPrograms,
  tells: [
    {
      path: '/api/sis/agente/programa',
      method: 'get',
      summary: 'Os programas do agente que este servidor tem; 404 se não foram construídos',
      tag: TAG,
      answer: ref('agent_programs'),
    },
    {
      path: '/api/sis/agente/programa/{alvo}',
      method: 'get',
      summary: 'O programa do agente para linux-x64, linux-arm64 ou windows-x64, para administradores',
      tag: TAG,
      answer: 'O arquivo',
    },
  ],
  shapes: {
    agent_programs: object({
      versao: text(),
      programas: list(object({ alvo: text(), arquivo: text(), bytes: integer(), sha256: text() })),
    }),
  },
}

/** What agents and their screen are served beside the two registers. */
export const agentRoutes: readonly Routes[] = [pairing, updates, programs]
