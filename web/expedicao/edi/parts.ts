/** What the screens of this folder show comes as one part of the program: the first page names every part there is. */
export { EdiForm } from './form'
export { EdiFiles } from './list'
