/** What the screens of this folder show comes as one part of the program: the first page names every part there is. */
export { MdfeRecebidoForm } from './form'
export { MdfeRecebidos } from './list'
