/** Names of people who work in British eye clinics, the commonest first: they are drawn unevenly. */
export const firstNames =
  `Mohammed David Sarah James Priya John Emma Michael Ahmed Andrew Laura Richard Elizabeth Paul
Helen Mark Anna Ali Rachel Peter Fatima Stephen Catherine Robert Claire Thomas Aisha Daniel Rebecca
William Nicola Matthew Jennifer Christopher Joanna Simon Victoria Anil Louise Jonathan Karen Alexander
Susan Rajesh Charlotte Ian Hannah Philip Zoe Sanjay Amy Omar Katherine Nigel Deepa Benjamin Alice
Hassan Lucy Edward Amara Kwame Sophie Timothy Olivia Arjun Grace Martin Nadia Chinedu Eleanor Yusuf
Harriet Graham Meera Patrick Ruth Tariq Imogen Colin Shreya Gareth Bethan Ioannis Siobhan Wei Ngozi
Euan Anjali Bilal Freya Duncan Xin Kavita Rhys Oluwaseun Ingrid Jonah Niamh Stefan Beatrix Quentin
Zsofia Leopold Wilhelmina Thaddeus Xanthe Ygritte`.split(/\s+/);

export const lastNames =
  `Smith Khan Patel Jones Ali Williams Ahmed Brown Singh Taylor Hussain Davies Shah Evans Kumar
Wilson Thomas Johnson Roberts Walker Wright Sharma Thompson White Hughes Edwards Green Hall Wood Harris
Lewis Martin Jackson Clarke Clark Turner Hill Scott Cooper Morris Ward Moore King Watson Baker Harrison
Morgan Allen James Scott Lee Begum Gupta Mitchell Chowdhury Young Robinson Anderson Malik Nair Iqbal
Osei Reid Mensah Campbell Stewart Okafor Murphy Kelly Chan Wong Li Ng Wu Zhang Chen Adeyemi Bello
Fernandez Silva Rossi Novak Kowalski Papadopoulos Rahman Mehta Desai Reddy Iyer Menon Pillai Das Bose
Banerjee Mukherjee Fraser Macdonald Mackenzie Sinclair Buchanan Griffiths Llewellyn Pritchard Owen
Bevan Byrne Gallagher Fitzgerald Kavanagh Whitworth Ashcroft Blackwood Hargreaves Lockwood Pemberton
Quayle Rutherford Satterthwaite Thistlewood Underhill Vandenberg Wetherby Xu Yamamoto Zielinski
Featherstonehaugh Cholmondeley Ruaidhri`.split(/\s+/);

export const domains =
  `nhs.net gmail.com nhs.uk hotmail.com doctors.org.uk outlook.com yahoo.co.uk icloud.com
doctors.net.uk moorfields.nhs.uk uhb.nhs.uk leedsth.nhs.uk gstt.nhs.uk cardiff.ac.uk ed.ac.uk
imperial.ac.uk hscni.net btinternet.com eyeclinic.example virgin.net`.split(/\s+/);
