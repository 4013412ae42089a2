import { chromium } from 'playwright-core';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
const prog = process.env.POLYNYA;
const server = spawn(prog, ['serve','--port','0','--pace','50','--data','/tmp/shots/p'+process.pid+'.db'],{stdio:['ignore','pipe','inherit']});
const lines = createInterface({input:server.stdout});
const url = await new Promise(r=>lines.on('line',l=>{const m=l.match(/http:\/\/\S+/); if(m&&!global.u){global.u=1;r(m[0])}}));
const browser = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']});
const sizes = {phone:[360,640],side:[640,360],tab:[768,1024],lap:[1366,768],wide:[1920,1080]};
const want = (process.argv[2]??'polar-dare:phone,polar-dare:lap').split(',');
for (const w of want) {
  const [game,size,opts,dark,hint] = w.split(':');
  const [width,height]=sizes[size];
  const context = await browser.newContext({viewport:{width,height},baseURL:url,colorScheme:dark==='dark'?'dark':'light'});
  await context.addInitScript(()=>{localStorage.setItem('polynya.name','Ada');localStorage.setItem('polynya.pace','off')});
  const page = await context.newPage();
  page.on('pageerror',e=>console.log('ERR',w,e.message)); page.on('console',m=>m.type()==='error'&&console.log('CON',w,m.text()));
  await page.goto('/');
  const seats = game==='polar-roller'||game==='rescue-polar-bears'||game==='ice-breakers'?['me','normal','normal']:['me','normal'];
  const code = await page.evaluate(async ({game,seats,opts})=>{const r=await fetch('/api/tables',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({game,seats,name:'Ada',options:opts?Object.fromEntries(opts.split('+').filter(Boolean).map(o=>[o,true])):{}})});return (await r.json())},{game,seats,opts});
  if(!code.code){console.log(w,code);continue}
  await page.goto('/t/'+code.code);
  await page.waitForTimeout(2500);
  // play some first-legal moves by key 1
  for(let i=0;i<Number(process.env.MOVES??0);i++){ await page.keyboard.press('1'); await page.waitForTimeout(250);}
  await page.waitForTimeout(1200);
  if(hint==='hint'){ await page.keyboard.press('h'); await page.waitForTimeout(4000);}    
  await page.screenshot({path:`/tmp/shots/${w.replace(/[:+]/g,'_')}.png`});
  await context.close();
}
await browser.close(); server.kill();
