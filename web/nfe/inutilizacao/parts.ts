/** What the screens of this folder show comes as one part of the program: the first page names every part there is. */
export { InutilizacaoForm } from './form'
export { Inutilizacoes } from './list'
