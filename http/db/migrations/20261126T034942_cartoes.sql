ALTER TABLE "venda_duplicata" ADD COLUMN "nsu" text;
ALTER TABLE "venda_duplicata" ADD COLUMN "cAut" text;
ALTER TABLE "contas_receber" ADD COLUMN "nsu" text;
ALTER TABLE "contas_receber" ADD COLUMN "cAut" text;
ALTER TABLE "contas_receber" ADD COLUMN "adquirente" text;
ALTER TABLE "contas_receber" ADD COLUMN "vLiquido" numeric(15, 2);
ALTER TABLE "pagamento" ADD COLUMN "adquirente" text;
ALTER TABLE "pagamento" ADD COLUMN "pTaxa" numeric(15, 4);
ALTER TABLE "pagamento" ADD COLUMN "diasCredito" integer;
